"""What is known at a table, behind `games.knowing.table`: worlds, answers that are kept, lists of formulas."""
