%------------------------------------------------------------------------------
% Problem  : Anne sees that it rains, and all know that she sees it
% Comments : mixed systems, global axioms, local hypotheses
%------------------------------------------------------------------------------
tff(rain_decl,type, rain: $o ).

tff(mixed,logic,
    $epistemic_modal ==
      [ $domains == $constant,
        $designation == $rigid,
        $terms == $local,
        $modalities ==
          [ $modal_system_S5,
            {$knows(#bob)} == [ $modal_axiom_K, $modal_axiom_T, $modal_axiom_4 ] ] ] ).

/* At every world Anne knows
 * whether it rains. */
tff(sees,axiom,
    ( {$knows(#anne)} @ (rain) )
    | ( {$knows(#anne)} @ (~ rain) ) ).

tff(it_rains,hypothesis, rain ).

tff(bob_knows,conjecture,
    ( {$knows(#anne)} @ (rain) )
    & ( {$knows(#bob)} @ (( rain => ( {$knows(#anne)} @ (rain) ) )) ) ).
