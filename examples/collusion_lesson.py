"""Who colludes at poker? The casino watches three players, and each raise is evidence of how they play."""

from fractions import Fraction
from itertools import combinations, product
from pathlib import Path
from random import Random

from whoknows import KripkeModel, Likelihood, draw_mind, plot_mind

names, floor = ("ann", "bob", "cal"), "floor"
pairs = [(), *combinations(names, 2)]

# "Each player gets a strong hand or a weak one. The casino sees all hands later. It knows three ways to play: an honest
# player raises with a strong hand, a loose one often with a weak hand too, and one who colludes raises with a weak
# hand if the partner has a strong one. How likely is a raise, with the own and the partner's hand?"
RAISES = {
    "honest": lambda own, partner: Fraction(7, 10) if own else Fraction(1, 10),
    "loose": lambda own, partner: Fraction(8, 10) if own else Fraction(4, 10),
    "colludes": lambda own, partner: Fraction(8, 10) if own else Fraction(6, 10) if partner else Fraction(3, 10),
}


# "A world says which pair colludes, or nobody, and how each other player plays. Each pair is as likely as nobody."
def model_of(kinds):
    worlds, weights = {}, {}
    for pair in pairs:
        others = [name for name in names if name not in pair]
        for chosen in product(kinds, repeat=len(others)):
            world = "-".join((*pair, *chosen))
            worlds[world] = {f"colludes({pair[0]},{pair[1]})"} if pair else {"fair"}
            worlds[world] |= {f"{kind}({name})" for name, kind in zip(others, chosen, strict=True)}
            weights[world] = Fraction(1, 4 * len(kinds) ** len(others))
    return KripkeModel.s5(
        worlds, {floor: [list(worlds)]}, actual=next(iter(worlds)), weights={floor: weights}, threshold=0
    )


# "What one player does in a game multiplies the weight of each world by its likelihood there: Bayes' rule."
def learn(model, kinds, name, strong, raised):
    chances = {f"{kind}({name})": RAISES[kind](strong[name], False) for kind in kinds}
    for pair in combinations(names, 2):
        if name in pair:
            (partner,) = set(pair) - {name}
            chances[f"colludes({pair[0]},{pair[1]})"] = RAISES["colludes"](strong[name], strong[partner])
    return model.update(Likelihood(floor, {each: p if raised else 1 - p for each, p in chances.items()}))


def watch(plays, kinds, games, seed):
    """The floor's model before the first game and after each one; ann and bob are partners if they collude."""
    rng, minds = Random(seed), [model_of(kinds)]
    partner = {"ann": "bob", "bob": "ann", "cal": "cal"}
    for _ in range(games):
        strong, model = {name: rng.random() < 0.5 for name in names}, minds[-1]
        for name in names:
            raised = rng.random() < RAISES[plays[name]](strong[name], strong[partner[name]])
            model = learn(model, kinds, name, strong, raised)
        minds.append(model)
    return minds


# "Ann and bob collude. After how many games is the casino 99 % sure? It never knows."
guilty = watch({"ann": "colludes", "bob": "colludes", "cal": "honest"}, ["honest"], 40, seed=1)
convicted = next(game for game, mind in enumerate(guilty) if mind.holds("B_floor>=0.99 colludes(ann,bob)"))
print(f"Ann and bob are convicted after {convicted} games.")
assert guilty[-1].holds("B_floor>=0.99 colludes(ann,bob) & ~K_floor colludes(ann,bob)")

# "Ann and bob do not collude, but both play loosely. A casino that knows only honest players and colluders convicts
# them: nothing else that it considers possible explains so many raises."
loose = {"ann": "loose", "bob": "loose", "cal": "honest"}
fooled = watch(loose, ["honest"], 150, seed=2)[-1]
assert fooled.holds("B_floor>=0.99 colludes(ann,bob)")

# "One that considers loose players possible too sees that bob's cards make no difference to ann."
wiser = watch(loose, ["honest", "loose"], 150, seed=2)[-1]
print("Two loose players:", *(f"{float(each.degree(floor, 'colludes(ann,bob)')):.4f}" for each in (fooled, wiser)))
assert wiser.holds("B_floor>=0.99 fair & B_floor>=0.9 (loose(ann) & loose(bob))")

# "Wider suspicion takes longer to convict the guilty."
slower = watch({"ann": "colludes", "bob": "colludes", "cal": "honest"}, ["honest", "loose"], 400, seed=1)
later = next(game for game, mind in enumerate(slower) if mind.holds("B_floor>=0.99 colludes(ann,bob)"))
print(f"With loose players possible, after {later} games.")
assert later > convicted

# "The floor's belief game by game, and its mind at the end of ten."
out = Path("out")
out.mkdir(exist_ok=True)
steps = ["the start", *(f"game {number}" for number in range(1, len(guilty)))]
pictures = [plot_mind(guilty, floor, out / "collusion.svg", steps=steps, actual=["colludes(ann,bob)"])]
pictures.append(draw_mind(guilty[10], floor, out / "floor.svg"))
assert all(path.exists() for path in pictures)
