"""Models of a table, behind the interface `games.knowing.table`: worlds, cached answers, lists of formulas."""
