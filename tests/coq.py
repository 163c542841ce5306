#!/usr/bin/env python3
"""Holds the proofs of `theories/coq` to the rest of the repository.

    tests/coq.py page           every name on docs/coq.md exists: definitions, functions, claims
    tests/coq.py rules [SIZE]   the extracted functions answer as `jaminan` does, on every program and
                                every protocol of the default grammar up to SIZE (2)

`rules` asks `theories/coq/extraction/rules`, which `make -C theories/coq extraction` builds, and
$JAMINAN, or else the one that Cargo built.
"""

import itertools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parent.parent
COQ = ROOT / "theories" / "coq"


# The page


def page():
    """The names in the tables of docs/coq.md."""
    text = (ROOT / "docs" / "coq.md").read_text()
    claims = {
        found
        for file in (ROOT / "theories" / "src").rglob("*.rs")
        for found in re.findall(r'"((?:liew2022|liew2024)/[^"]+)"', file.read_text())
    }
    defined = {}
    for file in COQ.glob("*.v"):
        kinds = r"^(?:Theorem|Lemma|Definition|Fixpoint|Inductive|Record)\s+(\w+)"
        rules = r"^(?:\s*\|\s*)(\w+)\s*:\s*forall"
        source = file.read_text()
        defined[file.name] = set(re.findall(kinds, source, re.M) + re.findall(rules, source, re.M))
    wrong, count = [], 0
    for number, line in enumerate(text.splitlines(), 1):
        for claim in re.findall(r"`(liew20\d\d/[^`]+)`", line):
            count += 1
            if claim not in claims:
                wrong.append(f"{number}: no claim {claim}")
        # `name` ([File.v](../theories/coq/File.v))
        for names, file in re.findall(r"((?:`[\w, ]+`(?:, )?)+) \(\[(\w+\.v)\]\([^)]*\)\)", line):
            for name in re.findall(r"\w+", names):
                count += 1
                if name not in defined.get(file, set()):
                    wrong.append(f"{number}: {file} has no {name}")
        # `name` ([file.rs](../a/src/file.rs))
        for names, file in re.findall(r"((?:`[\w:, ]+`(?:, )?)+) \(\[[\w/]+\.rs\]\(\.\./([^)]*)\)\)", line):
            source = (ROOT / file).read_text() if (ROOT / file).is_file() else ""
            for name in re.findall(r"\w+", names):
                count += 1
                if not re.search(rf"\b(fn|struct|enum|const|type) {name}\b|^    {name}\b", source, re.M):
                    wrong.append(f"{number}: {file} has no {name}")
    # The rules have the names that they have in Rust.
    for file, source, first in [
        ("Protocol.v", "maps/src/rules.rs", "P-"),
        ("Program.v", "jaminan/src/rules.rs", "S-"),
        ("Barrier.v", "jaminan/src/rules.rs", "B-"),
        ("BabyCuda.v", "jaminan/src/babycuda/rules.rs", ""),
        ("BabyCuda.v", "jaminan/src/babycuda/typing.rs", "T-"),
    ]:
        names = set(re.findall(rf'"({first}[A-Z][A-Z0-9-]*)"', (ROOT / source).read_text()))
        names -= {"LASTWRITE"}
        count += len(names)
        for name in sorted(names):
            if name.replace("-", "_") not in defined[file]:
                wrong.append(f"{file} has no rule {name}, as {source} has")
        for name in sorted(defined[file]):
            ours = name.replace("_", "-")
            if re.fullmatch(rf"{first}[A-Z][A-Z0-9-]*", ours) and first and ours not in names:
                wrong.append(f"{file}: {source} has no rule {ours}")
    # Every theorem that is about a claim is on the page.
    for file in COQ.glob("*.v"):
        about = r"\(\*\* (liew20\d\d/[^*]*?)\*\)\nTheorem (\w+)"
        for comment, theorem in re.findall(about, file.read_text()):
            count += 1
            if f"`{theorem}`" not in text:
                wrong.append(f"{file.name}: {theorem} is not on the page")
    print(f"docs/coq.md: {count} names")
    return wrong


# Programs: nested tuples, written as the extracted program reads them


def sexp(value):
    if isinstance(value, tuple):
        return "(" + " ".join(map(sexp, value)) + ")"
    return str(value)


def num(k):
    return ("num", k)


def enumerate_all(size, variables, fresh, is_program):
    """Every program or protocol of the default grammar, of this size."""
    names = [("evar", x) for x in variables]
    indices = [num(0), num(1), "tid", *names, ("bin", "+", "tid", num(1))]
    if size == 1:
        yield "skip"
        payloads = [num(0), *names] if variables else ["tid"]
        if is_program:
            yield from (("write", "A", e, k) for e in indices for k in payloads)
        else:
            yield from (("acc", mode, "A", e) for mode in ("rd", "wr") for e in indices)
        return
    inner, x = size - 1, f"x{fresh}"
    for body in enumerate_all(inner, [*variables, x], fresh + 1, is_program):
        if is_program:
            yield from (("read", x, "A", e, body) for e in indices)
        yield ("var", x, body)
        yield from (("for", x, num(0), bound, body) for bound in (num(1), num(2), *names))
    for first in range(1, inner):
        for a in enumerate_all(first, variables, fresh, is_program):
            for b in enumerate_all(inner - first, variables, fresh + count_binders(a), is_program):
                yield ("seq", a, b)
                for e in ("tid", *names):
                    yield ("if", ("rel", "<", e, num(1)), a, b)


def count_binders(s):
    if not isinstance(s, tuple):
        return 0
    return (s[0] in ("read", "var", "for")) + sum(map(count_binders, s[1:]))


def write(s):
    """A program or a protocol as `jaminan` reads it."""
    match s:
        case "skip" | "tid" | "true" | "false":
            return s
        case ("num", k):
            return str(k)
        case ("evar", x):
            return x
        case ("bin" | "rel", sign, a, b):
            return f"({write(a)} {sign} {write(b)})" if s[0] == "bin" else f"{write(a)} {sign} {write(b)}"
        case ("write", array, e, k):
            return f"{array}[{write(e)}] := {write(k)}"
        case ("acc", mode, array, e):
            return f"{mode} {array}[{write(e)}]"
        case ("read", x, array, e, body):
            return f"let {x} = {array}[{write(e)}] in {write(body)}"
        case ("var", x, body):
            return f"var {x}. {write(body)}"
        case ("for", x, low, high, body):
            return f"for {x} in {write(low)}..{write(high)} {{ {write(body)} }}"
        case ("if", c, a, b):
            return f"if {write(c)} {{ {write(a)} }} else {{ {write(b)} }}"
        case ("seq", a, b):
            return f"{{ {write(a)} }}; {write(b)}"
    raise ValueError(s)


class Reader:
    """Programs, protocols, expressions and conditions as `jaminan` prints them."""

    LEVELS = [["||"], ["&&"], ["==", "!=", "<", "<=", ">", ">="], ["|"], ["^"], ["&"], ["<<", ">>"],
              ["+", "-"], ["*", "/", "%"]]

    def __init__(self, text):
        signs = r"\.\.|:=|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^<>!(){}\[\];.,=]"
        self.tokens = re.findall(rf"\w+|{signs}", text)
        self.at = 0

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def take(self, *expected):
        token = self.peek()
        if token is None or (expected and token not in expected):
            raise ValueError(f"{expected} expected, not {token}, in {' '.join(self.tokens)}")
        self.at += 1
        return token

    def whole(self, part):
        read = part()
        if self.peek() is not None:
            raise ValueError(f"{self.peek()} is left, in {' '.join(self.tokens)}")
        return read

    def statement(self):
        first = self.atom()
        if self.peek() == ";":
            self.take()
            return ("seq", first, self.statement())
        return first

    def block(self):
        self.take("{")
        body = self.statement()
        self.take("}")
        return body

    def indexed(self):
        self.take("[")
        e = self.binary()
        self.take("]")
        return e

    def atom(self):
        if self.peek() == "{":
            return self.block()
        match self.take():
            case "skip":
                return "skip"
            case "let":
                x = self.take()
                self.take("=")
                array, e = self.take(), self.indexed()
                self.take("in")
                return ("read", x, array, e, self.statement())
            case "var":
                x = self.take()
                self.take(".")
                return ("var", x, self.statement())
            case "if":
                c, then = self.binary(), self.block()
                other = "skip"
                if self.peek() == "else":
                    self.take()
                    other = self.block()
                return ("if", c, then, other)
            case "for":
                x = self.take()
                self.take("in")
                low = self.binary()
                self.take("..")
                high = self.binary()
                return ("for", x, low, high, self.block())
            case "rd" | "wr" as mode:
                return ("acc", mode, self.take(), self.indexed())
            case array:
                e = self.indexed()
                self.take(":=")
                return ("write", array, e, self.binary())

    def binary(self, level=0):
        if level == len(self.LEVELS):
            return self.unary()
        left = self.binary(level + 1)
        while self.peek() in self.LEVELS[level]:
            sign = self.take()
            right = self.binary(level + 1)
            if sign in ("&&", "||"):
                left = ("and" if sign == "&&" else "or", left, right)
            else:
                left = ("rel" if level == 2 else "bin", sign, left, right)
        return left

    def unary(self):
        token = self.take()
        if token == "!":
            return ("not", self.unary())
        if token == "(":
            inside = self.binary()
            self.take(")")
            return inside
        if token in ("min", "max"):
            self.take("(")
            a = self.binary()
            self.take(",")
            b = self.binary()
            self.take(")")
            return ("bin", token, a, b)
        if token.isdigit():
            return num(int(token))
        return token if token in ("tid", "true", "false") else ("evar", token)


# Derivations


def store(memory):
    return tuple((array, j, k) for array, cells in memory.items() for j, k in cells.items())


def phase(accesses):
    return tuple((a["thread"], a["mode"], a["array"], a["index"]) for a in accesses)


def trace(t):
    if isinstance(t, str):
        return t
    if "iter" in t:
        return ("iter", *t["iter"])
    return ("after", *map(trace, t["seq"]))


def judgment(j):
    match j["judgment"]:
        case "evaluates":
            reader = Reader(j["expression"])
            return ("evaluates", reader.whole(reader.binary), j["thread"], j["value"])
        case "decides":
            reader = Reader(j["condition"])
            return ("decides", reader.whole(reader.binary), j["thread"], str(j["value"]).lower())
        case "reads":
            return ("reads", store(j["memory"]), j["array"], j["index"], j["value"])
        case "runs":
            reader = Reader(j["program"])
            s, i = reader.whole(reader.statement), j["thread"]
            made, chosen = phase(j["phase"]), trace(j["trace"])
            if "memory" in j:
                return ("runs", store(j["memory"]), s, i, store(j["updates"]), made, chosen)
            return ("makes", s, i, made, chosen)
    raise ValueError(j)


def steps(derivation):
    return tuple(
        (step["rule"], judgment(step["conclusion"]), tuple(step["premises"]))
        for step in derivation["steps"]
    )


def spoilt(derivation):
    """The derivation, of one access more than its last step has."""
    last = derivation["steps"][-1]["conclusion"]
    thread = last["thread"]
    more = {"thread": thread, "mode": "wr", "array": "A", "index": 99}
    spoilt = {**last, "phase": [*last["phase"], more]}
    return {"steps": [*derivation["steps"][:-1], {**derivation["steps"][-1], "conclusion": spoilt}]}


# The two sides


def binary():
    candidates = [os.environ.get("JAMINAN"), ROOT / "target/release/jaminan", ROOT / "target/debug/jaminan"]
    found = [path for path in candidates if path and pathlib.Path(path).is_file()]
    if not found:
        sys.exit("no jaminan: build it, or say where it is in $JAMINAN")
    return str(found[0])


def asked(questions):
    """The answers of the extracted functions."""
    lines = "".join(sexp(question) + "\n" for question in questions)
    run = subprocess.run([COQ / "extraction" / "rules"], input=lines, capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"the extracted functions stopped: {run.stderr}")
    return run.stdout.splitlines()


def normal(outcomes):
    """Outcomes as a set: phases are sets, and of two updates of a cell the first in a list counts."""

    def updates(value):
        if isinstance(value, dict):
            return tuple(sorted((a, int(j), k) for a, cells in value.items() for j, k in cells.items()))
        cells = {}
        for a, j, k in value:
            cells.setdefault((a, j), k)
        return tuple(sorted((a, j, k) for (a, j), k in cells.items()))

    return {
        (frozenset(phase(o["phase"])), json.dumps(o["trace"]), updates(o["updates"])) for o in outcomes
    }


MEMORIES = [(), (("A", 0, 1), ("A", 2, 3))]


def questions(s, is_program):
    """What both are asked of a program: for the one as words, for the other as a question."""
    values = (0, 1)
    for i in (0, 1):
        if is_program:
            # A memory of an array that is not accessed is refused.
            for memory in MEMORIES if "[" in write(s) else MEMORIES[:1]:
                cells = "A:" + ",".join(f"{j}={k}" for _, j, k in memory) if memory else None
                flags = ["--memory", cells] if cells else []
                yield ["run", "--thread", str(i), *flags], ("executions", values, i, memory, s)
        else:
            yield ["run", "--thread", str(i)], ("outcomes", values, i, s)
    if is_program:
        yield ["infer"], ("infer_array", "A", s)
    else:
        yield ["judge"], ("judge", s)
    yield ["explain", "--thread", "0", "--as", "json"], None


def compare(jaminan, s, is_program, folder, number):
    file = folder / f"{number}.{'jam' if is_program else 'map'}"
    file.write_text(write(s) + "\n")
    plan = list(questions(s, is_program))
    said, own = [], []
    for words, question in plan:
        words = words if words[0] == "explain" else [*words, "--format", "json"]
        run = subprocess.run([jaminan, *words, str(file)], capture_output=True, text=True)
        if not run.stdout:
            return [f"{write(s)}\n  {' '.join(words)}: {run.stderr}"]
        answer = json.loads(run.stdout)
        said.append(answer)
        if question is None:
            question = ("check", steps(answer))
        own.append(question)
    own_answers = iter(asked(own))
    wrong = []
    for (words, _), theirs in zip(plan, said):
        answer = next(own_answers)
        if words[0] == "run":
            agree = normal(theirs["outcomes"]) == normal(json.loads(answer))
        elif words[0] == "infer":
            protocol = theirs["protocols"].get("A")
            reader = Reader(protocol or "")
            agree = protocol is None or sexp(reader.whole(reader.statement)) == answer
        elif words[0] == "judge":
            judged, answer_read = theirs["arrays"].get("A"), json.loads(answer)
            agree = judged is None or all(
                (set(judged[key]) == set(answer_read[key])) if key in ("control", "data")
                else judged[key] == answer_read[key]
                for key in ("ci", "di", "control", "data")
            )
        else:
            agree = answer == "true" and asked([("check", steps(spoilt(theirs)))]) == ["false"]
        if not agree:
            wrong.append(f"{write(s)}\n  {' '.join(words)}: {json.dumps(theirs)}\n  extracted: {answer}")
    file.unlink()
    return wrong


def rules(largest):
    jaminan = binary()
    if not (COQ / "extraction" / "rules").is_file():
        sys.exit("build the extracted functions: make -C theories/coq extraction")
    wrong = []
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        for is_program in (True, False):
            programs = [
                s for size in range(1, largest + 1) for s in enumerate_all(size, [], 0, is_program)
            ]
            # The numbers that `theorem check` counts, too.
            claim = "liew2024/4.2" if is_program else "liew2024/3.3.1"
            check = [jaminan, "theorem", "check", claim, "--size", str(largest), "--format", "json"]
            counted = json.loads(subprocess.run(check, capture_output=True, text=True).stdout)
            checked = counted["claims"][0]["found"]["checked"]
            if checked != len(programs):
                wrong.append(f"{len(programs)} enumerated, and {checked} checked by {claim}")
            numbers = itertools.count()
            found = pool.map(
                lambda s: compare(jaminan, s, is_program, pathlib.Path(folder), next(numbers)), programs
            )
            for some in found:
                wrong.extend(some)
            print(f"{len(programs)} {'programs' if is_program else 'protocols'} up to size {largest}")
    return wrong


def main():
    match sys.argv[1:]:
        case ["page"]:
            wrong = page()
        case ["rules"]:
            wrong = rules(2)
        case ["rules", size] if size.isdigit():
            wrong = rules(int(size))
        case _:
            sys.exit(__doc__)
    for line in wrong[:20]:
        print(line)
    if wrong:
        sys.exit(f"{len(wrong)} wrong")


main()
