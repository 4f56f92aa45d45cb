% Without a conjecture: are the formulas contradictory? The first holds at one world only, so they are not.
tff(d,logic, $deontic_modal == [ $modalities == [ $modal_axiom_K, $modal_axiom_D ] ] ).
tff(keep,axiom-local, {$obligatory} @ ('keep the promise') ).
tff(broken,axiom-local, ~ 'keep the promise' ).
tff(allowed,axiom, {$permissible} @ ($true) ).
