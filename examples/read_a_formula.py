"""Reading formulas: one language in three notations, and error messages that state what was expected."""

from whoknows import K, ParseError, atoms, parse

# "Anne knows that if it rains, Bill does not."
f = parse("K_anne (rain -> ~K_bill rain)")

# "The same with Unicode symbols, in LaTeX, and with Python's operators."
paper = parse("K_anne (rain → ¬K_bill rain)")
latex = parse(r"K_{anne}(rain \to \neg K_{bill} rain)")
(rain,) = atoms("rain")
built = K("anne", rain >> ~K("bill", rain))

# "Which agents and atoms does it contain?"
print(f, "is about", sorted(f.agents), "and", sorted(f.atoms))
print("in ASCII:", f.to_ascii(), " in LaTeX:", f.to_latex())

# "Kw rain": who knows whether it rains?
try:
    parse("Kw rain")
except ParseError as error:
    message = str(error)
print(message)

assert f == paper == latex == built
assert parse(str(f)) == parse(f.to_ascii()) == parse(f.to_latex()) == f
assert f.agents == {"anne", "bill"}
assert "without an agent" in message
