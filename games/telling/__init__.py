"""Descriptions of a game as plain data for a terminal or a web page: tables, sentences, reasons and knowledge."""
