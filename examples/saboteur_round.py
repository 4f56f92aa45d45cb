"""A round of Saboteur: suspicions and their reasons, beliefs about beliefs, and how a suspicion grows."""

from pathlib import Path

from whoknows import draw_board, draw_mind, game, plot_mind

# "John, Mary, Bob, Ann and Tom dig for gold, and two of them, Mary and Bob, are saboteurs."
mine = game("saboteur")
rules = mine.rules(rounds=1)
deal = ["first john", "role miner", "role saboteur", "role saboteur", "role miner", "role miner", "goals RB gold BL"]
hands = ["map TB TB TRBL broken-tool RL", "map xRL xTRB broken-tool TRB RB", "xTB xTRBL map rockfall BL BL"]
hands += ["rockfall TB TRB repair-tool RL RL", "TRB TRB TRL TRL RB RB"]
deal += [f"draw {card}" for cards in zip(*map(str.split, hands), strict=True) for card in cards]

# "John looks under goal 2, and truthfully says that the gold is there. Mary also looks, and lies; Bob lays a dead end.
# Ann removes it, Tom and John dig on, Mary breaks Tom's tool, and Bob lays another dead end on the way."
acts = ["map 2", "say 2 gold", "draw TRL", "map 2", "say 2 stone", "draw TRL", "lay xTB 6,3", "draw RL", "rockfall 6,3"]
acts += ["draw map", "lay TRB 6,3", "draw BL", "lay TB 6,4", "draw BL", "break tool tom", "draw map", "lay xTRBL 6,5"]
state = rules.deserialize([*deal, *acts])

# "Each player has a model with ten worlds: the possible pairs of saboteurs. What a player sees is evidence, and here
# it counts five times as much against a world as for it. Five agents of the report of 2012 observe the round."
players = [mine.agents["source"](factor=5) for _ in rules.names]
minds = []
for seat, player in enumerate(players):
    player.begin(seat, rules, seed="any")
for events in zip(*(mine.events(state, seat) for seat in range(5)), strict=True):
    for player, event in zip(players, events, strict=True):
        player.observe(event)
    minds.append([player.mind() for player in players])

# "At the deal John, a miner, believes six worlds. Mary, a saboteur, believes four, and that John believes six."
john, mary, bob, ann, tom = range(5)
at_first, at_last = minds[len(deal) - 1], minds[-1]
pair = next(world for world in at_last[john].worlds if at_last[john].holds("saboteur(mary) & saboteur(bob)", at=world))
believed = [len(at_first[mary].believed(name, at=pair)) for name in ("mary", "john")]

# "In the end John believes one world, the true one, and believes that Ann does too. Mary believes that she is found
# out. John does not know it, since he still considers other worlds possible."
told = players[john].reasons()
print(*told, sep="\n")

# "The table as John sees it, his beliefs, and how they developed."
out = Path("out")
out.mkdir(exist_ok=True)
steps = ["the deal", *acts]
pictures = [draw_board(state, out / "saboteur.svg", player=john), draw_mind(at_last[john], "john", out / "mind.svg")]
course = [each[john] for each in minds[len(deal) - 1 :]]
pictures.append(plot_mind(course, "john", out / "beliefs.svg", steps=steps, actual=["saboteur(mary)", "saboteur(bob)"]))

assert (len(at_first[john].believed("john", at=pair)), believed) == (6, [4, 6])
assert at_last[john].believed("john", at=pair) == {pair}
assert at_last[john].holds("B_john B_ann (saboteur(mary) & saboteur(bob)) & ~K_john saboteur(mary)", at=pair)
assert at_last[mary].holds("B_mary B_john saboteur(mary) & B_mary B_tom saboteur(bob)", at=pair)
assert told[0].endswith("(ann and bob saboteurs): mary lied about a goal and mary contradicted john about a goal")
assert all(path.exists() for path in pictures)
