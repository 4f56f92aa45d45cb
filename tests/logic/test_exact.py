"""How numbers are read: floats as simple fractions, texts digit by digit."""

from fractions import Fraction
from math import inf, nan, ulp
from random import Random

import numpy as np
import pytest
from effort import share

from kripke.data.errors import FileError
from logic.errors import FormulaError
from logic.exact import FINEST, exact, json_number, simplest
from whoknows import KripkeModel, Likelihood


def test_a_float_is_the_simplest_fraction_with_its_value():
    """Against the simplest fraction of its rounding interval; otherwise the decimal that it prints."""
    rng = Random(38)
    for _ in range(share(5_000, 500)):
        q = rng.choice([rng.randint(1, 50), rng.randint(1, FINEST), rng.randint(FINEST, 10**7)])
        number = rng.choice(
            [rng.random() * 10 ** rng.randint(-8, 14), rng.randint(1, 10**10) / q, rng.randint(1, q) / q]
        )
        half = Fraction(ulp(number)) / 2
        found = simplest(Fraction(number) - half, Fraction(number) + half)
        expected = found if found.denominator <= FINEST and found.denominator > 1 else Fraction(repr(number))
        assert exact(number) == expected
        assert exact(-number) == -expected
        assert float(exact(number)) == number


@pytest.mark.parametrize(
    ("number", "value"),
    [
        (1 / 6, Fraction(1, 6)),
        (5 / 6, Fraction(5, 6)),
        (0.15, Fraction(3, 20)),
        (0.1 + 0.2, Fraction(30_000_000_000_000_004, 10**17)),
        (1 / 999_983, Fraction(1, 999_983)),
        (1 / 1_000_003, Fraction("9.99997000009e-07")),
        (-0.0, 0),
        (3.0, 3),
        (1e300, 10**300),
        (5e-324, Fraction(5, 10**324)),
        (2.0**50 + 0.25, 2**50 + Fraction(1, 3)),  # the floats beside it are a quarter away
        (np.float64(1 / 6), Fraction(1, 6)),
        (np.float32(1 / 6), Fraction(1, 6)),
        (np.float32(0.1), Fraction(1, 10)),
        (np.float32(0.123457), Fraction(123_457, 10**6)),
        (np.float16(1 / 6), Fraction(1, 6)),
        (np.longdouble(1) / 6, Fraction(1, 6)),
        (np.int64(3), 3),
        ("0.16666666666666666", Fraction(16_666_666_666_666_666, 10**17)),
        ("1/6", Fraction(1, 6)),
    ],
)
def test_a_number_is_read_exactly(number, value):
    assert exact(number) == value


@pytest.mark.parametrize(
    "number", [inf, -inf, nan, np.float32("inf"), np.longdouble("nan"), True, np.bool_(1), None, 1j]
)
def test_what_is_no_finite_number_is_refused(number):
    with pytest.raises(FormulaError, match="number"):
        exact(number)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.16666666666666666", Fraction(1, 6)),
        ("1.6666666666666666e-1", Fraction(1, 6)),
        ("0.1667", Fraction(1667, 10_000)),
        ("0.1666666666666667", Fraction(1_666_666_666_666_667, 10**16)),  # another float than 1/6
        ("0.166666666666666666", Fraction(166_666_666_666_666_666, 10**18)),  # 18 digits, so no float
        ("0.3000000000000000000000001", Fraction(3 * 10**24 + 1, 10**25)),
    ],
)
def test_a_number_in_json_is_a_float_if_it_has_no_more_digits(text, value):
    assert exact(json_number(text)) == value


SIXTHS = {"a": {"w": 1 / 6, "v": 5 / 6}}
CELL = {"a": [["w", "v"]]}


def test_weights_that_python_has_computed_reach_the_same_threshold():
    model = KripkeModel.s5({"w": {"p"}, "v": ()}, CELL, "w", weights=SIXTHS, threshold=1 / 6)
    assert model.holds("B_a>=1/6 p")
    assert model.degree("a", "p") == Fraction(1, 6)
    assert model.believed("a") == {"w", "v"}
    assert model.update(Likelihood("a", {"p": 1 / 3, "~p": 1 / 15})).degree("a", "p") == Fraction(1, 2)


@pytest.mark.parametrize("scalar", [float, np.float64, np.float32, str])
def test_three_thirds_are_one(scalar):
    third = "1/3" if scalar is str else scalar(1) / scalar(3)
    model = KripkeModel.s5(
        {"u": {"p"}, "v": (), "w": ()}, {"a": [["u", "v", "w"]]}, weights={"a": dict.fromkeys("uvw", third)}
    )
    assert sum(model.weights("a").values()) == 1


@pytest.mark.parametrize("written", ["0.16666666666666666", '"1/6"'])
def test_a_model_file_with_floats_has_the_same_weights(written):
    text = (
        '{"whoknows": 1, "worlds": {"w": ["p"], "v": []}, "actual": "w", "relations": {"a": {"partition": '
        f'[["w", "v"]]}}}}, "weights": {{"a": {{"w": {written}, "v": 0.8333333333333334}}}}}}'
    )
    assert KripkeModel.loads(text).degree("a", "p") == Fraction(1, 6)


def test_data_of_a_model_may_have_numbers_of_numpy():
    data = KripkeModel.s5({"w": {"p"}, "v": ()}, CELL, "w", weights=SIXTHS).to_dict()
    data["weights"]["a"] = {"w": np.float32(1 / 6), "v": np.float64(5 / 6)}
    assert KripkeModel.from_dict(data).degree("a", "p") == Fraction(1, 6)
    ranked = KripkeModel.s5({"w": {"p"}, "v": ()}, CELL, "w", ranks={"a": {"w": 0, "v": 1}}).to_dict()
    ranked["ranks"]["a"]["w"] = np.int64(2)
    assert KripkeModel.from_dict(ranked).believed("a") == {"v"}
    ranked["atoms"] = {"p"}
    with pytest.raises(FileError, match="is no value of JSON"):
        KripkeModel.from_dict(ranked)


@pytest.mark.parametrize("ending", ["json", "graphml"])
@pytest.mark.parametrize("value", ["0.3333333333333333", "1/3", "0.25", "0.12345678901234567890123", "1/1000003"])
def test_files_keep_each_weight(value, ending, tmp_path):
    """The decimal 0.3333333333333333 too, though as a number it would be a third."""
    model = KripkeModel.s5({"w": {"p"}, "v": ()}, CELL, "w", weights={"a": {"w": value, "v": 1}})
    model.save(tmp_path / f"model.{ending}")
    assert KripkeModel.load(tmp_path / f"model.{ending}").weights("a") == model.weights("a")


def test_graphml_of_other_programs_writes_floats_as_numbers():
    model = KripkeModel.s5({"w": {"p"}, "v": ()}, CELL, "w", weights=SIXTHS)
    text = (
        model.dumps("graphml").replace("&quot;1/6&quot;", "0.16666666666666666").replace('"1/6"', "0.16666666666666666")
    )
    assert "0.16666666666666666" in text
    assert KripkeModel.loads(text).weights("a") == model.weights("a")
