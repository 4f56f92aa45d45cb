"""Models of a table, behind `games.knowing.table`: worlds, cached answers, lists of formulas."""
