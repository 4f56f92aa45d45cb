"""Small models are answered without compiled packages, as a browser without a server does, and in the same way."""

import json
import os
import re
import subprocess
import sys

import pytest
import without_packages
from small_requests import REQUESTS, TWO

from learn.lesson import Lesson
from viz.output import render
from viz.theme import FONT
from viz.web.answers import answer
from viz.web.routes.exercise import FOLDER, SCHOOL

pytestmark = pytest.mark.usefixtures("as_in_a_worker")

EXERCISES = {"lessons", "exercise", "mark", "hint", "guess", "form", "draft", "lesson_file", "class_results"}
"""The routes that need pydantic, and PyYAML for what teachers write; a static site has both."""


def asked(requests, packages=(), lessons=""):
    """The answers of an interpreter that has only the packages of a browser."""
    given = json.dumps({"requests": requests, "packages": packages, "lessons": str(lessons)})
    fonts = {"FONTCONFIG_FILE": str(render.font_settings())}
    script = [sys.executable, without_packages.__file__]
    done = subprocess.run(script, input=given, capture_output=True, text=True, env={**os.environ, **fonts})
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def compared(content):
    """An answer without what depends on the way that pictures are laid out: of an SVG text its texts."""
    if isinstance(content, dict) and content.get("svg"):
        return content | {"svg": sorted(re.findall(r">([^<]+)</text>", content["svg"]))}
    return content


def differences(requests, answers):
    for (route, body), (status, content) in zip(requests, answers, strict=True):
        expected, text = answer(route, json.dumps(body).encode())
        usual = json.loads(text.replace(FONT.encode(), b"DejaVu Sans"))
        if (status, compared(content)) != (expected, compared(usual)):
            yield route, body, content, usual


def test_small_models_are_answered_without_packages_as_with_them():
    requests = [each for each in REQUESTS if each[0] not in EXERCISES and each[1].get("format") not in ("svg", "tikz")]
    assert not [*differences(requests, asked(requests))]


def test_lessons_and_exercises_need_pydantic_and_yaml_alone(tmp_path):
    for path in FOLDER.glob("*.yaml"):
        (tmp_path / f"{path.stem}.json").write_text(Lesson.load(path).to_json(), "utf-8")
    SCHOOL.attend()  # without lessons that another test has added
    requests = [each for each in REQUESTS if each[0] in EXERCISES]
    assert not [*differences(requests, asked(requests, ["pydantic", "yaml"], tmp_path))]


def test_what_needs_a_missing_package_says_so():
    many = {"atoms": [f"p{i}" for i in range(40)], "observes": {}}
    for status, content in asked([("save", {"model": TWO, "format": "png"}), ("observations", many)]):
        assert (status, content["error"]) == (422, "Server")
        assert "whoknows serve" in content["message"]
