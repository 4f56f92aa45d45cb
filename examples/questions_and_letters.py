"""Asking, answering, reading: what an agent finds out, and what the others learn from it."""

from whoknows import KripkeModel, answering, asking, may_read, peek, read_letter

# "Anne and Bill wait for news: it is good, and neither knows. Cath does."
news = KripkeModel.s5(
    worlds={"good": {"good"}, "bad": set()},
    partitions={"anne": [["good", "bad"]], "bill": [["good", "bad"]], "cath": [["good"], ["bad"]]},
    actual="good",
)

# "Anne asks Cath: is it good news? Now all know that Anne does not know it, and considers it possible that Cath does."
asked = news.update(asking("good", by="anne", of="cath"))

# "Cath whispers the answer to Anne; Bill sees that she answers."
answered = asked.update(answering("good", by="cath", to="anne"))
print("Worlds after the answer:", ", ".join(map(str, answered.worlds)))

# "Or there is a letter, and Anne reads it while Bill watches."
read = news.update(read_letter("good", by="anne"))

# "Or Bill was out of the room: she may have read the letter, and she has."
perhaps = news.update(may_read("good", by="anne", read=True))

# "Or she looks in secret, and Bill suspects nothing."
secret = news.update(peek("good", by="anne", noticed=False))

assert asked.holds("C ~Kw_anne good & C M_anne Kw_cath good")
assert answered.holds("K_anne good & ~Kw_bill good & K_bill Kw_anne good")
assert read.holds("K_anne good & ~Kw_bill good & K_bill Kw_anne good")
assert perhaps.holds("K_anne good & ~K_bill Kw_anne good & ~K_bill ~Kw_anne good")
assert secret.holds("B_anne good & B_bill ~Kw_anne good & B_anne B_bill ~Kw_anne good")
