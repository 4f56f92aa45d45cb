"""Lessons: files of texts, models and exercises, read and checked."""
