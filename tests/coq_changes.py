"""Changes of one thing in a derivation, after which it is none.

A derivation is a tuple of steps (rule, conclusion, premises), as `coq_programs.steps` makes it. What a step
comes to (updates, accesses, trace, value) hangs on its premises, and what it starts from (memory, program,
thread) is fixed by the step that it is a premise of. So a change of either is an error, but where nothing
fixes it: these places are passed over, each with its reason.
"""

RULES = {
    letter: [f"{letter}-{name}" for name in names.split()]
    for letter, names in {
        "S": "VAR READ WRITE SKIP SEQ IF-T IF-F FOR-1 FOR-2",
        "P": "VAR ACC SKIP SEQ IF-T IF-F FOR-1 FOR-2",
        "B": "END SYNC VAR READ SEQ-1 SEQ-2 IF-T IF-F FOR-1 FOR-2",
    }.items()
}
LEAVES = ["E", "C", "M"]

# Where the parts of a judgment stand.
PARTS = {
    "runs": {"memory": 1, "program": 2, "thread": 3, "updates": 4, "phase": 5, "trace": 6},
    "reaches": {"memory": 1, "program": 2, "thread": 3, "updates": 4, "phase": 5, "trace": 6, "rest": 7},
    "makes": {"program": 1, "thread": 2, "phase": 3, "trace": 4},
    "evaluates": {"program": 1, "thread": 2, "value": 3},
    "decides": {"program": 1, "thread": 2, "truth": 3},
    "reads": {"memory": 1, "array": 2, "index": 3, "value": 4},
}


def replaced(items, at, *new):
    return (*items[:at], *new, *items[at + 1:])


class Place:
    """One step of a derivation, to be changed."""

    def __init__(self, derivation, at):
        self.derivation, self.at = derivation, at
        self.rule, self.conclusion, self.premises = derivation[at]
        self.parts = PARTS[self.conclusion[0]]
        self.under = [rule for rule, _, premises in derivation if at + 1 in premises]
        # There is one for each phase.
        self.is_last = not self.under

    def part(self, name):
        """Where this part of the conclusion stands, if it has it."""
        return self.parts.get(name)

    def step(self, rule=None, conclusion=None, premises=None):
        step = (
            self.rule if rule is None else rule,
            self.conclusion if conclusion is None else conclusion,
            self.premises if premises is None else premises,
        )
        return replaced(self.derivation, self.at, step)

    def with_part(self, name, value):
        return self.step(conclusion=replaced(self.conclusion, self.part(name), value))

    def fixes(self, name):
        """Whether something says what this part is."""
        if name == "program":
            # A `var` takes any number, and what does not run may have any. The last step is what is derived.
            return not self.is_last and not any(rule.endswith("VAR") for rule in self.under)
        if name == "memory":
            # A write, `skip` and the end of a loop do not ask for the memory.
            return not self.is_last or not self.rule.endswith(("WRITE", "SKIP", "FOR-1", "B-SYNC"))
        if name == "thread":
            return not self.is_last or not self.rule.endswith(("SKIP", "B-SYNC"))
        return True


def cells(store):
    found = {}
    for array, index, value in store:
        found.setdefault((array, index), value)
    return found


# Changes within a term


def numbers_in(term):
    """Paths to the numbers of a program, expression, condition or trace."""
    if isinstance(term, tuple):
        for n, inside in enumerate(term):
            yield from ((n, *path) for path in numbers_in(inside))
    elif isinstance(term, int):
        yield ()


def at_path(term, path):
    for n in path:
        term = term[n]
    return term


def put(term, path, new):
    if not path:
        return new
    return replaced(term, path[0], put(term[path[0]], path[1:], new))


def paths_to(term, wanted, path=()):
    if wanted(term):
        yield path
    if isinstance(term, tuple):
        for n, inside in enumerate(term):
            yield from paths_to(inside, wanted, (*path, n))


# The kinds of change: each gives the derivations that it makes at a place


def change_part(name, change):
    def kind(place, random):
        at = place.part(name)
        if at is None or not place.fixes(name):
            return None
        new = change(place.conclusion[at], random)
        return None if new is None else place.with_part(name, new)

    return kind


def one_of(change):
    """A change of one item of a tuple of them."""

    def of_all(items, random):
        if not items:
            return None
        at = random.randrange(len(items))
        new = replaced(items, at, change(items[at], random))
        return None if set(new) == set(items) else new

    return of_all


def one_cell(change):
    def of_all(items, random):
        new = one_of(change)(items, random)
        return None if new is None or cells(new) == cells(items) else new

    return of_all


def without_one(items, random):
    return replaced(items, random.randrange(len(items))) if items else None


def with_access(items, random):
    new = (random.randrange(2), random.choice(["rd", "wr"]), "A", random.randrange(4))
    return None if new in items else (*items, new)


def with_cell(items, random):
    new = ("A", random.randrange(5), random.randrange(3))
    return None if new[:2] in cells(items) else (*items, new)


def other_number(term, random):
    paths = list(numbers_in(term))
    if not paths:
        return None
    path = random.choice(paths)
    return put(term, path, at_path(term, path) + 1)


def other_word(words):
    def change(term, random):
        paths = list(paths_to(term, lambda t: isinstance(t, str) and t in words))
        if not paths:
            return None
        path = random.choice(paths)
        return put(term, path, words[at_path(term, path)])

    return change


def other_rule(place, random):
    letter = place.rule[0]
    names = RULES.get(letter, LEAVES) if "-" in place.rule else LEAVES
    return place.step(rule=random.choice([name for name in names if name != place.rule]))


def rule_of_the_other_calculus(place, _):
    if "-" not in place.rule:
        return None
    name = {"S": "P", "P": "S", "B": "S"}[place.rule[0]] + place.rule[1:]
    return place.step(rule=name) if name in RULES[name[0]] else None


def other_premise(place, random):
    # A `var` may take the number of another step.
    if not place.premises or place.rule.endswith("VAR"):
        return None
    n, other = random.randrange(len(place.premises)), random.randrange(place.at) + 1
    if place.derivation[other - 1][1] == place.derivation[place.premises[n] - 1][1]:
        return None
    return place.step(premises=replaced(place.premises, n, other))


def later_premise(place, random):
    if not place.premises:
        return None
    n = random.randrange(len(place.premises))
    return place.step(premises=replaced(place.premises, n, place.at + 1 + random.randrange(2)))


def premise_zero(place, random):
    if not place.premises:
        return None
    return place.step(premises=replaced(place.premises, random.randrange(len(place.premises)), 0))


def fewer_premises(place, random):
    return place.step(premises=without_one(place.premises, random)) if place.premises else None


def more_premises(place, random):
    if place.at == 0:
        return None
    return place.step(premises=(*place.premises, random.randrange(place.at) + 1))


def swapped_premises(place, random):
    if len(place.premises) < 2:
        return None
    n = random.randrange(len(place.premises) - 1)
    first, second = place.premises[n:n + 2]
    if place.derivation[first - 1][1] == place.derivation[second - 1][1]:
        return None
    return place.step(premises=(*place.premises[:n], second, first, *place.premises[n + 2:]))


def other_thread(i, _):
    return ("cuda", i[1], (i[2][0] + 1, *i[2][1:])) if isinstance(i, tuple) else i + 1


def more(at):
    return lambda item, random: replaced(item, at, item[at] + 1 + random.randrange(2))


def swapped_trace(term, random):
    paths = list(paths_to(term, lambda t: isinstance(t, tuple) and t[0] == "after" and t[1] != t[2]))
    if not paths:
        return None
    path = random.choice(paths)
    _, first, second = at_path(term, path)
    return put(term, path, ("after", second, first))


MODES = {"rd": "wr", "wr": "rd"}
CHOICES = {"tau": "then", "then": "else", "else": "then"}
SIGNS = {"+": "-", "-": "+", "<": ">=", ">=": "<", "==": "!=", "!=": "=="}

KINDS = {
    "the value of an expression, or what is read": change_part("value", lambda k, r: k + 1 + r.randrange(2)),
    "the truth of a condition": change_part("truth", lambda b, _: "false" if b == "true" else "true"),
    "the index that is read": change_part("index", lambda j, _: j + 1),
    "the array that is read": change_part("array", lambda a, _: a + "0"),
    "the thread": change_part("thread", other_thread),
    "the rule": other_rule,
    "the rule's calculus": rule_of_the_other_calculus,
    "a premise": other_premise,
    "a premise that comes later": later_premise,
    "a premise that is none": premise_zero,
    "a premise less": fewer_premises,
    "a premise more": more_premises,
    "two premises, swapped": swapped_premises,
    "an access's thread": change_part("phase", one_of(lambda a, r: replaced(a, 0, other_thread(a[0], r)))),
    "an access's mode": change_part("phase", one_of(lambda a, _: replaced(a, 1, MODES[a[1]]))),
    "an access's array": change_part("phase", one_of(lambda a, _: replaced(a, 2, a[2] + "0"))),
    "an access's index": change_part("phase", one_of(more(3))),
    "an access less": change_part("phase", without_one),
    "an access more": change_part("phase", with_access),
    "an update's array": change_part("updates", one_cell(lambda c, _: replaced(c, 0, c[0] + "0"))),
    "an update's index": change_part("updates", one_cell(more(1))),
    "an update's number": change_part("updates", one_cell(more(2))),
    "an update less": change_part("updates", without_one),
    "an update more": change_part("updates", with_cell),
    "a cell's index": change_part("memory", one_cell(more(1))),
    "a cell's number": change_part("memory", one_cell(more(2))),
    "a cell less": change_part("memory", without_one),
    "a cell more": change_part("memory", with_cell),
    "a number of the program": change_part("program", other_number),
    "a sign of the program": change_part("program", other_word(SIGNS)),
    "a choice of the trace": change_part("trace", other_word(CHOICES)),
    "an iteration's number": change_part("trace", other_number),
    "two parts of the trace, swapped": change_part("trace", swapped_trace),
    "what is left to run": change_part("rest", lambda s, _: "skip" if s == "end" else "end"),
}


def changed(questions, count, random):
    """So many questions with one change each in the derivation, of each kind about as many: (kind, question)."""
    kinds = list(KINDS)
    made = {kind: 0 for kind in kinds}
    seen = set()
    tries = 0
    while sum(made.values()) < count and tries < 200 * count:
        tries += 1
        kind = kinds[tries % len(kinds)]
        asks, derivation = random.choice(questions)
        place = Place(derivation, random.randrange(len(derivation)))
        new = KINDS[kind](place, random)
        if new is None or new in seen:
            continue
        seen.add(new)
        made[kind] += 1
        yield kind, (asks, new)
