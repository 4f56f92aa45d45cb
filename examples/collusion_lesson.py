"""Collusion at poker: a casino watches three players, and each raise is evidence of how they play."""

from random import Random

from whoknows import KripkeModel, Likelihood, draw_mind, plot_mind

# "Each gets a strong hand or a weak one; the casino sees all hands later. An honest player raises 7 of 10 strong hands
# and 1 of 10 weak ones, a loose one 8 and 4, one who colludes 8, and 6 or 3 as the partner's hand is strong or weak."
NAMES, PAIRS = ("ann", "bob", "cal"), [("ann", "bob"), ("ann", "cal"), ("bob", "cal")]
RAISES = {"honest": ((1, 7), (1, 7)), "loose": ((4, 8), (4, 8)), "colludes": ((3, 8), (6, 8))}


# "A world says which pair colludes, or nobody, and whether the others are all honest or all loose."
def model_of(kinds):
    """The casino's initial model, where each player without a partner is of one of these kinds."""
    worlds = {
        f"{'+'.join(pair)} {kind}": {f"{kind}({name})" for name in NAMES if name not in pair}
        | ({f"colludes({pair[0]},{pair[1]})"} if pair else {"fair"})
        for pair in [(), *PAIRS]
        for kind in kinds
    }
    weights = {"floor": dict.fromkeys(worlds, 1 / len(worlds))}
    return KripkeModel.s5(worlds, {"floor": [list(worlds)]}, actual=next(iter(worlds)), weights=weights, threshold=0)


# "What a player does multiplies the weight of each world by its likelihood there: Bayes' rule."
def learn(model, kinds, name, strong, raised):
    """The model after the player raised or not; strong: player -> whether the hand, seen by the casino, is strong."""
    tenths = {f"{kind}({name})": RAISES[kind][0][strong[name]] for kind in kinds}
    for pair in (pair for pair in PAIRS if name in pair):
        (partner,) = set(pair) - {name}
        tenths[f"colludes({pair[0]},{pair[1]})"] = RAISES["colludes"][strong[partner]][strong[name]]
    return model.update(Likelihood("floor", {of: (n if raised else 10 - n) / 10 for of, n in tenths.items()}))


# "The floor is the agent that watches. This is its model at the start and after each game."
def watch(plays, kinds, games, seed):
    """The initial model and the models after each game; plays: player -> honest, loose or colludes."""
    rng, minds, partner = Random(seed), [model_of(kinds)], {"ann": "bob", "bob": "ann", "cal": "ann"}
    for _ in range(games):
        strong, model = {name: rng.random() < 0.5 for name in NAMES}, minds[-1]
        for name in NAMES:
            chance = RAISES[plays[name]][strong[partner[name]]][strong[name]] / 10
            model = learn(model, kinds, name, strong, rng.random() < chance)
        minds.append(model)
    return minds


# "Ann and bob collude and are convicted. So is a pair of loose players, unless the floor considers that possible."
guilty = watch({"ann": "colludes", "bob": "colludes", "cal": "honest"}, ["honest"], 40, seed=1)
convicted = next(game for game, mind in enumerate(guilty) if mind.holds("B_floor>=0.99 colludes(ann,bob)"))
loose = dict.fromkeys(NAMES, "loose")
fooled, wiser = (watch(loose, kinds, 200, seed=2)[-1] for kinds in (["honest"], ["honest", "loose"]))
print(f"Convicted after {convicted} games. Loose players: fair with {float(wiser.degree('floor', 'fair')):.4f}.")

# "The floor's belief game by game, and its mind after ten."
course = plot_mind(guilty, "floor", steps=[f"game {n}" for n in range(41)], actual=["colludes(ann,bob)"])
mind = draw_mind(guilty[10], "floor")
assert guilty[-1].holds("B_floor>=0.99 colludes(ann,bob) & ~K_floor colludes(ann,bob)")
assert (fooled.holds("B_floor>=0.5 fair"), wiser.holds("B_floor>=0.99 fair"), "<svg" in mind) == (False, True, True)
