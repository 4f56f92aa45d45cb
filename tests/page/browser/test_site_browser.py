"""The page as a static site in a real browser, from a plain server of files under a path of its own."""

import csv
import io
import json
from pathlib import Path

import pytest
from browsing import NO_BROWSER, filled, see, type_formula
from served import FileServer, serving_files, until
from small_requests import REQUESTS
from typer.testing import CliRunner

from learn.lesson import Lesson
from viz.web.answers import answer
from viz.web.routes.exercise import FOLDER, SCHOOL
from viz.web.site import WEB
from whoknows.cli.main import app

pytestmark = NO_BROWSER
PATIENCE = 60_000


@pytest.fixture(scope="module")
def address(site):
    return site


@pytest.fixture(scope="module")
def page(window, address):
    """The page after its worker has begun to answer; nothing but files was asked of the server."""
    window.asked = []
    window.on("request", lambda request: window.asked.append(request.url))
    window.goto(address)
    type_formula(window, "K_a p")
    see(window, "Why at w?")
    window.get_by_role("button", name="Why at w?").click()
    window.get_by_text("is false at v").first.wait_for(timeout=PATIENCE)
    yield window
    assert not window.errors
    assert all(url.startswith(address) for url in window.asked if url.startswith("http"))


ASK = """requests => new Promise(done => {
    const version = document.querySelector('meta[name=whoknows-site]').content;
    const worker = new Worker('./worker.js', {type: 'module', name: version});
    const answers = [], next = () => {
        if (answers.length === requests.length) { worker.terminate(); done(answers); return; }
        const [route, body] = requests[answers.length];
        worker.postMessage({id: answers.length, route, body: JSON.stringify(body)});
    };
    worker.onmessage = ({data}) => {
        if (data.failed || data.lost) { answers.push([0, data.failed ?? data.lost]); done(answers); return; }
        if (!data.ready) answers.push([data.status, new TextDecoder().decode(data.content)]);
        next();
    };
})"""
"""Questions to a worker of their own."""


def drawn(content):
    """An answer without what depends on the version of Graphviz."""
    return {} if {"links", "svg", "base64"} & set(content) else content


@pytest.fixture
def own_lesson(folder):
    SCHOOL.attend([folder / "mine.yaml"])
    yield
    SCHOOL.attend()


@pytest.mark.usefixtures("own_lesson")
@pytest.mark.slow
def test_the_worker_answers_as_the_server_does(page):
    answers = page.evaluate(ASK, REQUESTS)
    for (route, body), (status, text) in zip(REQUESTS, answers, strict=True):
        expected, said = answer(route, json.dumps(body).encode())
        assert (route, body, status, drawn(json.loads(text))) == (route, body, expected, drawn(json.loads(said)))


@pytest.mark.slow
def test_every_exercise_of_every_lesson_is_solved(page):
    lessons = {path.stem.lstrip("0123456789-"): Lesson.load(path) for path in sorted(FOLDER.glob("*.yaml"))}
    requests = [
        ("mark", {"at": {"lesson": name, "question": number}, "answer": exercise.model_dump(mode="json")["answer"]})
        for name, lesson in lessons.items()
        for number, exercise in enumerate(lesson.exercises)
    ]
    answers = page.evaluate(ASK, requests)
    assert [
        (body["at"], json.loads(text)["right"]) for (_, body), (_, text) in zip(requests, answers, strict=True)
    ] == [(body["at"], True) for _, body in requests]


@pytest.mark.slow
def test_a_line_of_html_shows_the_model_in_another_page(page, folder, address):
    type_formula(page, "p")
    page.get_by_role("button", name="Share").click()
    line = page.get_by_label("Line of HTML", exact=True).input_value()
    page.keyboard.press("Escape")
    (folder / "blog.html").write_text(f"<!doctype html><title>A blog</title>{line}")
    blog = page.context.new_page()
    blog.goto(address.removesuffix("course/logic/") + "blog.html")
    blog.frame_locator("iframe").locator(".world.filled").wait_for(timeout=PATIENCE)
    assert blog.frame_locator("iframe").get_by_label("Formula", exact=True).input_value() == "p"
    blog.close()


def test_games_say_that_they_need_the_server(page):
    page.get_by_role("button", name="Games").click()
    page.get_by_role("alert").get_by_text("whoknows serve").wait_for()
    page.get_by_role("button", name="Models", exact=True).click()


@pytest.mark.slow
def test_results_are_not_signed_and_are_marked_again_with_the_same_points(page, folder, tmp_path):
    page.goto(page.url.partition("#")[0] + "#/exercise/mine/1")
    page.get_by_label("Your formula").fill("rain & rain")
    page.get_by_role("button", name="Check", exact=True).click()
    page.get_by_text("Right.").wait_for()
    page.goto(page.url.partition("#")[0] + "#/learn")
    see(page, "not signed")
    page.get_by_label("Name").fill("Zoë")
    page.get_by_label("Name").press("Tab")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as CSV").click()
    download.value.save_as(tmp_path / "results.csv")
    (row,) = csv.DictReader(io.StringIO((tmp_path / "results.csv").read_text("utf-8")))
    assert (row["earned"], row["of"], row["signature"]) == ("3", "3", "")
    command = ["lesson", "verify", str(tmp_path / "results.csv"), "--lesson", str(folder / "mine.yaml")]
    done = CliRunner().invoke(app, command)
    assert (done.exit_code, "not signed" in done.stdout) == (0, True)


@pytest.mark.slow
def test_a_teacher_writes_an_exercise_by_keyboard_and_opens_the_file_again(page, tmp_path):
    page.goto(page.url.partition("#")[0] + "#/learn/write")
    kind = page.get_by_label("Kind of exercise")
    kind.get_by_text("Say it as a formula").wait_for(state="attached", timeout=PATIENCE)
    kind.focus()
    page.keyboard.type("Say it as")
    page.get_by_role("button", name="Change its fields").press("Enter")
    answer = page.get_by_role("textbox", name="answer", exact=True)
    answer.fill("K_mia (")
    page.locator("#wrong-answer").get_by_text("ends after").wait_for(timeout=PATIENCE)
    assert answer.get_attribute("aria-describedby") == "wrong-answer"
    for field, text in (("sentence", "It rains."), ("words", "rain: it rains"), ("agents", "ann"), ("answer", "rain")):
        page.get_by_role("textbox", name=field).first.fill(text)
    page.get_by_text("The solver finds it easy.").wait_for(timeout=PATIENCE)
    page.get_by_label("Your formula").fill("rain & rain")
    page.get_by_role("button", name="Check", exact=True).press("Enter")
    page.get_by_text("Right.").wait_for(timeout=PATIENCE)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as YAML").press("Enter")
    text = Path(download.value.path()).read_text("utf-8")
    assert Lesson(text).exercises[0].mark("rain").right
    (tmp_path / "damaged.yaml").write_text(text.replace("agents: [ann]", "agents: 3"), "utf-8")
    (tmp_path / "again.yaml").write_text(text.replace("It rains.", "Rain!"), "utf-8")
    page.locator("input[type=file]").set_input_files(tmp_path / "damaged.yaml")
    page.get_by_role("alert").get_by_text("agents: expected a list").wait_for(timeout=PATIENCE)
    page.locator("input[type=file]").set_input_files(tmp_path / "again.yaml")
    until(lambda: page.get_by_role("textbox", name="sentence").input_value() == "Rain!")
    page.get_by_role("button", name="Bring back").press("Enter")
    until(lambda: page.get_by_role("textbox", name="sentence").input_value() == "It rains.")
    page.get_by_role("button", name="All chapters").click()


def test_after_the_first_visit_the_page_needs_no_server(page, folder):
    page.get_by_role("button", name="Models", exact=True).click()
    page.evaluate("navigator.serviceWorker.ready")
    until(lambda: page.evaluate("navigator.serviceWorker.controller !== null"))
    away = folder / "away"
    (folder / "course").rename(away)
    try:
        page.reload()
        type_formula(page, "p & p")
        until(lambda: filled(page) == ["World w"], 60)
    finally:
        away.rename(folder / "course")


class Remembered(FileServer):
    """Its files may be kept for a day, as many servers say."""

    def end_headers(self):
        self.send_header("Cache-Control", "max-age=86400")
        super().end_headers()


@pytest.mark.slow
def test_an_updated_site_takes_its_files_anew_and_leaves_what_other_sites_keep(browser, tmp_path):
    def publish(version):
        (tmp_path / "index.html").write_text(f"<!doctype html><title>{version}</title>")
        (tmp_path / "packages.zip").write_text(version)
        listed = json.dumps({"version": version, "files": ["index.html", "packages.zip"]})
        offline = (WEB / "static" / "offline.js").read_text(encoding="utf-8")
        (tmp_path / "offline.js").write_text(f"const SITE = {listed};\n{offline}", encoding="utf-8")

    def is_of(version):
        files = page.evaluate("fetch('packages.zip').then((it) => it.text())")
        return (page.title(), files) == (version, version)

    publish("one")
    with serving_files(tmp_path, Remembered) as address:
        page = browser.new_page()
        page.goto(address)
        page.evaluate(
            "caches.open('of another site').then(() => navigator.serviceWorker.register('./offline.js')).then()"
        )
        until(lambda: page.evaluate("navigator.serviceWorker.controller !== null"))
        assert is_of("one")
        publish("two")
        page.reload()
        kept = ["of another site", f"whoknows {address} two"]
        until(lambda: sorted(page.evaluate("caches.keys()")) == kept)
        page.reload()
        assert is_of("two")
        page.context.close()


@pytest.mark.slow
def test_a_worker_that_hangs_or_dies_is_replaced_and_nothing_is_lost(page):
    for fault in ("for (;;);", "close();"):
        page.workers[-1].evaluate(f"setTimeout(() => {{ {fault} }})")
        type_formula(page, "p & p & p")
        see(page, "the answer was not there")
        type_formula(page, "p")
        until(lambda: filled(page) == ["World w"], 60)
