"""Likelihoods: Bayes' rule in exact fractions."""

from fractions import Fraction

from whoknows import KripkeModel, Likelihood

# "One patient in a hundred has the illness."
m = KripkeModel.s5(
    worlds={"ill": {"ill"}, "well": set()},
    partitions={"doctor": [["ill", "well"]]},
    actual="well",
    weights={"doctor": {"ill": "1/100", "well": "99/100"}},
    threshold=0,
)

# "The test is positive for nine in ten of the ill, and for one in ten of the others."
positive = Likelihood("doctor", {"ill": 0.9, "~ill": 0.1})
negative = Likelihood("doctor", {"ill": 0.1, "~ill": 0.9})

# "The test is positive. How sure is the doctor now?"
tested = m.update(positive)
print("After a positive test:", tested.degree("doctor", "ill"))

# "She tests again, and once more."
thrice = tested.update(positive).update(positive)
print("After three:", thrice.degree("doctor", "ill"))

# "A positive and a negative test together change nothing."
undecided = tested.update(negative)

# "Each test reduces the doctor's uncertainty in bits."
bits = [model.entropy("doctor") for model in (tested, thrice)]

assert tested.degree("doctor", "ill") == Fraction(1, 12)
assert thrice.degree("doctor", "ill") == Fraction(729, 828)
assert undecided.degree("doctor", "ill") == Fraction(1, 100)
assert tested.holds("B_doctor>=11/12 ~ill & ~K_doctor ~ill")
assert thrice.holds("B_doctor>=0.88 ill")
assert all(0 < bit < 1 for bit in bits)
