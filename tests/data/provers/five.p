% The axiom 5 is not valid in S4: short connectives, higher-order style.
thf(s4,logic,( $modal == [ $constants == $rigid, $quantification == $constant, $modalities == $modal_system_S4 ] )).
thf(p_type,type,( p : $o )).
thf(five,conjecture,( ( <.> p ) => ( [.] ( <.> @ p ) ) ), file('five.p', five)).
