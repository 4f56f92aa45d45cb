"""Checking: whether a formula is true, at which worlds, and why."""

from whoknows import KripkeModel

# "It rains. Anne looks out of the window, Bill does not."
m = KripkeModel.s5(
    worlds={"wet": {"rain"}, "dry": set()},
    partitions={"anne": [["wet"], ["dry"]], "bill": [["wet", "dry"]]},
    actual="wet",
)

# "Anne knows that it rains."
anne_knows = m.holds("K_anne rain")

# "Bill does not know it, but he knows that Anne knows whether it rains."
bill_knows = m.check("K_bill rain")
bill_knows_about_anne = m.holds("~K_bill rain & K_bill Kw_anne rain")

# "Why does he not know it?"
print(bill_knows.explain())

# "At which worlds does Anne know that it rains? Is everything she knows true at every world?"
where = m.extension("K_anne rain")
truthful = m.valid("K_anne rain -> rain")

assert anne_knows
assert bill_knows_about_anne
assert not bill_knows.holds
assert "wet" in str(bill_knows.explain())
assert "dry" in str(bill_knows.explain())
assert where == {"wet"}
assert truthful
