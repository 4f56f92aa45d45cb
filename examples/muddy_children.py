"""Muddy children: after n - 1 announcements that nobody knows, everybody knows."""

from whoknows import Atom, K, KripkeModel, Kw, conj, disj

# "Four children come in from the garden; each forehead may be muddy."
children = ["anne", "bill", "cath", "dave"]
mud = {child: Atom(f"muddy({child})") for child in children}

# "Each child sees the others' foreheads, but not their own. In fact all are muddy."
model = KripkeModel.from_observations(
    atoms=[m.name for m in mud.values()],
    observes={child: [mud[other].name for other in children if other != child] for child in children},
    actual={m.name for m in mud.values()},
)
worlds = [len(model)]

# "The father says: at least one of you is muddy."
model = model.announce(disj(mud.values()))
worlds.append(len(model))

# "He asks again and again whether anybody knows, and nobody does."
nobody_knows = conj(~Kw(child, mud[child]) for child in children)
while model.holds(nobody_knows):
    model = model.announce(nobody_knows)
    worlds.append(len(model))
print(worlds)

# "Then all of them know that they are muddy."
all_know = conj(K(child, mud[child]) for child in children)

assert worlds == [16, 15, 11, 5, 1]
assert model.holds(all_know)
