"""EPDDL texts that several tests use: a coin in a box, who sees it depending on where they stand."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kripke.plan.epddl.loading import load_epddl
from kripke.plan.problem import Problem

LIBRARY = """
(define (action-type-library seeing)
  (:requirements :partial-observability :multi-pointed-models :lists :events-conditions :negative-list-formulas
                 :equality :list-comprehensions)
  (:action-type looking
    :events (?yes ?no ?nothing)
    :observability-types (Sees Notices Blind)
    :relations (Sees    (:forall (?e - event) (?e ?e))
                Notices (:forall (?e ?f - event | (imply (/= ?e ?f) (and (/= ?e ?nothing) (/= ?f ?nothing)))) (?e ?f))
                Blind   (:forall (?e - event) (?e ?nothing)))
    :designated (?yes ?no)
    :conditions (?yes (:trivial-postconditions) ?nothing (:trivial-event)))
  (:action-type change
    :events (?done)
    :observability-types (Sees)
    :relations (Sees (?done ?done))
    :designated (?done)))
"""

DOMAIN = """
; who is near sees the coin, who is in the room notices that somebody looks
(define (domain coin)
  (:requirements :del :lists :list-comprehensions :facts :conditional-effects)
  (:action-type-libraries seeing)
  (:types place - object  room - place)
  (:predicates (heads) (in ?i - agent ?r - room) (:fact linked ?r1 ?r2 - place))
  (:event nil)
  (:event e-heads :precondition (heads))
  (:event e-tails :precondition (not (heads)))
  (:action look
    :parameters (?i - agent)
    :action-type (looking (e-heads) (e-tails) (nil))
    :observability-conditions
      (:and (?i Sees)
            (:forall (?j - agent | (/= ?i ?j))
              (?j (if (exists (?r - room) (and (in ?i ?r) (in ?j ?r))) Notices else Blind)))))
  (:event e-go
    :parameters (?i - agent ?from ?to - room)
    :precondition (and (in ?i ?from) (linked ?from ?to))
    :effects (:and (in ?i ?to) (not (in ?i ?from))))
  (:action go
    :parameters (?i - agent ?from ?to - room)
    :action-type (change (e-go ?i ?from ?to))
    :observability-conditions (default Sees)))
"""

PROBLEM = """
(define (problem coin-1)
  (:domain coin)
  (:requirements :typing :finitary-S5-theories :universal-goals :facts)
  (:agents ann bob)
  (:objects hall attic - room)
  (:facts-init (linked hall attic) (linked attic hall))
  (:init (:and (heads)
    ([C. All] (and (in ann hall) (not (in ann attic)) (in bob attic) (not (in bob hall))))
    (:forall (?i - agent) ([C. All] (<Kw. ?i> (heads))))))
  (:goal (and ([ann] (heads)) ([bob] ([Kw. ann] (heads))))))
"""


def loads_epddl(*texts: str, **options: Any) -> Problem:
    """Write a domain, a problem and libraries to files, and read them."""
    kinds = ["domain", "problem", *["library"] * (len(texts) - 2)]
    with TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{number} the {kind}" for number, kind in enumerate(kinds)]
        for path, text in zip(paths, texts, strict=True):
            path.write_text(text, encoding="utf-8")
        return load_epddl(*paths, **options)
