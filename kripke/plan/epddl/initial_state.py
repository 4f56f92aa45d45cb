"""The state at the start of a planning problem: listed worlds, or a finitary S5 theory."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kripke.data.errors import ModelError
from kripke.data.lazy import Lazy
from kripke.data.worlds import Named
from kripke.models.kripke_model import KripkeModel
from kripke.models.model import Model
from kripke.plan.epddl.formulas import TRUE, Compiled, Compiler, Scope, atom_name, conjunction
from kripke.plan.epddl.reading import MODALITIES, File, Node, Source
from logic.errors import TooLarge, by_face, few, listing
from logic.formula import Formula
from logic.grammar import Token

if TYPE_CHECKING:
    from kripke.models import symbolic_model
else:
    symbolic_model = Lazy("kripke.models.symbolic_model")

FEW = 12  # number of atoms up to which all assignments are tried: loading diagrams takes .3 s

WORLDS = 2**16  # maximal number of worlds of a theory that are listed: above it the model keeps its diagrams


def initial_model(compiler: Compiler, problem: File) -> Model:
    """The model of the section ``:init``."""
    sections = problem.of(":init")
    if len(sections) != 1:
        token = sections[1].parts[0] if sections else problem.name
        raise problem.source.error(f"there are {len(sections)} sections :init, expected one", token)
    key, *parts = sections[0].parts
    atoms = [atom_name(each) for each in compiler.vocabulary.ground_atoms(problem.source, key)]
    if not compiler.vocabulary.agents:
        raise problem.source.error("there are no agents", problem.name, "write (:agents name ...)")
    if len(parts) == 1:
        return _of_theory(compiler, problem.source, key, parts[0], atoms)
    return _explicit(compiler, problem.source, parts, atoms)


def _explicit(compiler: Compiler, source: Source, parts: list[Node], atoms: list[str]) -> Model:
    names, given, labels, designated = parts
    vocabulary = compiler.vocabulary
    worlds: dict[str, list[str]] = {}
    for world in names.parts:
        if world in worlds:
            raise source.error(f"the world {world} is listed twice", world)
        worlds[str(world)] = []
    scope = Scope(source, local=dict.fromkeys(worlds, "world"))
    relations: dict[str, dict[tuple[str, str], None]] = {agent: {} for agent in vocabulary.agents.values()}
    for agent, listed in (relation.parts for relation in given.parts):
        source.require(agent, vocabulary.agents, "agent")
        pairs = compiler.items(listed, scope, compiler.pair, "world")
        relations[vocabulary.agents[agent]].update(dict.fromkeys(pairs({})))

    def atom(node: Node, scope: Scope) -> Compiled[str]:
        if vocabulary.predicate(node, scope).rigid:
            raise source.error(f"{node.parts[0]} is a rigid fact", node.parts[0], "list it in (:facts-init ...)")
        key = compiler.key(node.parts)
        return lambda values: atom_name(key(values))

    for world, listed in (label.parts for label in labels.parts):
        source.require(world, worlds, "world")
        worlds[str(world)] += compiler.items(listed, scope, atom, "object")({})
    for world in designated.parts:
        source.require(world, worlds, "world")
    blind = [agent for agent, pairs in relations.items() if not pairs]
    if blind:
        compiler.notes[f"no relation is given for {few(blind, 'and')}: nothing is possible for them"] = None
    actual = [str(world) for world in designated.parts]
    true = {world: {*listed} for world, listed in worlds.items()}
    return KripkeModel(true, relations, actual if len(actual) > 1 else actual[0], atoms)


def _of_theory(compiler: Compiler, source: Source, key: Token, node: Node, atoms: list[str]) -> Model:
    """The model of a finitary S5 theory: its worlds satisfy a law, and each agent observes some formulas."""
    said: dict[str, list[Formula]] = {"actual": [], "law": [], "unknown": []}
    sees: dict[str, list[Formula]] = {agent: [] for agent in compiler.vocabulary.agents.values()}
    for what, agents, formula in compiler.items(node, Scope(source), _entry(compiler), "entity")({}):
        for part in [sees[agent] for agent in agents] if what == "sees" else [said[what]]:
            part.append(formula)
    actual, law, unknown = map(conjunction, said.values())
    try:
        engine: Any = KripkeModel if len(atoms) <= FEW else symbolic_model.SymbolicModel
        free: Model = engine.from_observations(atoms, sees, law)
        large = free.count("true") > WORLDS
        model: Model = free if large else _listed(free)
        found = free.extension(actual) if large else model.extension(actual)
    except TooLarge as error:
        raise source.too_large(error.message, key) from None
    except ModelError:
        raise source.error("no world satisfies what is common knowledge", key) from None
    if not found:
        raise source.error("no world satisfies what is said without [C. All]", key)
    if compiler.as_plank:
        if unknown is not TRUE:
            compiler.notes["<Kw. i> in the theory is not used, as in plank"] = None
    elif not model.valid(unknown):
        problem = next(part for part in said["unknown"] if not model.valid(part))
        option = by_face("as_plank=True", "--as plank", "the option for plank")
        hint = f"plank does not use <Kw. i> in a theory, and neither does {option}"
        raise source.error(f"the theory contradicts itself: {problem} is not common knowledge in it", key, hint)
    if large:
        states: list[Any] = [*found]
        return symbolic_model.SymbolicModel(atoms, law, sees, states)
    return model.at([*found] if len(found) > 1 else next(iter(found)))


def _listed(model: Model) -> KripkeModel:
    """The worlds, listed and named ``w0``, ``w1`` and so on."""
    structure = model.to_structure(WORLDS)
    return KripkeModel.of(replace(structure, worlds=Named([f"w{number}" for number in range(structure.size)])))


def _entry(compiler: Compiler) -> Callable[[Node, Scope], Compiled[tuple[str, Iterable[str], Formula]]]:
    """The compiler of the formulas of a theory: what each is about, the agents, and the part without modalities."""

    def entry(node: Node, scope: Scope) -> Compiled[tuple[str, Iterable[str], Formula]]:
        common = node.kind == "box" and node.parts[0] == "C." and getattr(node.parts[1], "type", "") == "ALL"
        inside: Node = node.parts[2] if common else node
        modal = common and inside.kind in MODALITIES
        mode, index, sub = inside.parts if modal else (None, None, inside)
        wrong = [part for part in sub.walk() if part.kind in MODALITIES]
        if wrong or mode == "C." or (modal and inside.kind == "diamond" and mode is None):
            forms = ["f", "([C. All] f)", *(f"([C. All] ({sign} f))" for sign in ("[i]", "[Kw. i]", "<Kw. i>"))]
            hint = f"a theory has formulas {listing(forms, 'and')}, where f has no modality"
            raise scope.source.error("this is no formula of a theory", next((wrong or [node])[0].tokens()), hint)
        what = "actual" if not common else "law" if mode is None else "sees" if inside.kind == "box" else "unknown"
        formula = compiler.formula(inside if what == "unknown" else sub, scope)
        group: Compiled[Iterable[str]] = compiler.group(index, scope) if modal else lambda values: ()
        return lambda values: (what, group(values), formula(values))

    return entry
