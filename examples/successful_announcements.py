"""Successful announcements: which formulas are true after they are announced, and where the others become false."""

from whoknows import prove, successful

# "Moore's sentence: it rains, and you do not know it. Once you hear it, you know."
moore = successful("rain & ~K_you rain")
print(moore)
print(moore.model.announce("rain & ~K_you rain").holds("K_you rain"))

# "Facts and what is commonly known stay true."
fact, common = successful("rain"), successful("C_{you,me} rain")

# "Neither of us knows whether it rains. Once we hear that, one of us may know."
doubt = successful("~Kw_you rain & ~Kw_me rain")
print(doubt)
print(doubt.model.announce("~Kw_you rain & ~Kw_me rain"))

# "After the announcement of a fact the fact is common knowledge."
learnt = prove("[rain] C_{you,me} rain")

assert not moore
assert moore.model.holds("rain & ~K_you rain")
assert all([fact, common, learnt])
assert not doubt
assert doubt.model.holds("[~Kw_you rain & ~Kw_me rain] (Kw_you rain | Kw_me rain)")
