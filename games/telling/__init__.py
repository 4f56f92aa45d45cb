"""What is told of a game, as plain data that a terminal or a web page shows: tables, sentences, reasons, knowledge."""
