"""Systems by decision diagrams: the same states and answers as by arrays."""

from random import Random

import pytest
from systems import random_description, random_question

from kripke.checking.explicit import extension as listed
from kripke.symbolic.questions.evaluation import extension
from kripke.symbolic.structures import counting
from kripke.symbolic.structures.states import extension as named
from kripke.time.diagrams import system_structure
from kripke.time.reachable import reachable

