"""What is known at a table, behind `games.knowledge`: worlds, answers that are kept, lists of formulas."""
