#!/usr/bin/env python3
"""Holds the proofs of `theories/coq` to the rest of the repository.

    tests/coq.py page           every name on docs/coq.md exists: definitions, functions, claims
    tests/coq.py hypotheses     claims, proofs and docs/coq.md have the same hypotheses
    tests/coq.py rules [SIZE]   the extracted functions answer as `jaminan` does, on every program and
                                every protocol of the default grammar up to SIZE (2)
    tests/coq.py changes [N]    the checker accepts derivations, and none of N (10000) in which one thing
                                was changed; the checker of races accepts races, and nothing else

`rules` and `changes` ask `theories/coq/extraction/jaminan-checker`, which `make -C theories/coq extraction` builds, and
$JAMINAN, or else the one that Cargo built.
"""

import itertools
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from coq_changes import KINDS, changed
from coq_programs import Reader, enumerate_all, phase, question, sexp, write
from coq_races import RACES

ROOT = pathlib.Path(__file__).resolve().parent.parent
COQ = ROOT / "theories" / "coq"


# The page

# Whose claims.
PAPERS = "liew2022|liew2024|sarkar2018|li2012"

def page():
    """The names in the tables of docs/coq.md."""
    text = (ROOT / "docs" / "coq.md").read_text()
    claims = {
        found
        for file in (ROOT / "theories" / "src").rglob("*.rs")
        for found in re.findall(rf'"((?:{PAPERS})/[^"]+)"', file.read_text())
    }
    defined = {}
    for file in COQ.glob("*.v"):
        kinds = r"^(?:Theorem|Lemma|Definition|Fixpoint|Inductive|Record)\s+(\w+)"
        rules = r"^(?:\s*\|\s*)(\w+)\s*:\s*forall"
        source = file.read_text()
        defined[file.name] = set(re.findall(kinds, source, re.M) + re.findall(rules, source, re.M))
    wrong, count = [], 0
    for number, line in enumerate(text.splitlines(), 1):
        for claim in re.findall(rf"`((?:{PAPERS})/[^`]+)`", line):
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
        about = rf"\(\*\* ((?:{PAPERS})/[^*]*?)\*\)\nTheorem (\w+)"
        for comment, theorem in re.findall(about, file.read_text()):
            count += 1
            if f"`{theorem}`" not in text:
                wrong.append(f"{file.name}: {theorem} is not on the page")
    print(f"docs/coq.md: {count} names")
    return wrong


# Hypotheses

# What a proof says where it assumes them.
ASSUMED = {
    "CI": r"control_independent \[\]",
    "DI": r"data_independent \[\]",
    "CLOSED": r"\bclosed\b",
    "DISTINCT": r"\bdistinct(?:_stmt)?\b",
    "WELL-TYPED": r"\bhas_type\b",
}


def hypotheses():
    """What a claim assumes for `theorem list`, its row of docs/coq.md, and the statement that is proved."""
    listed = subprocess.run([binary(), "theorem", "list", "--format", "json"], capture_output=True, text=True)
    claims = {c["id"]: c["hypotheses"] for c in json.loads(listed.stdout)["claims"]}
    statements = {
        name: statement
        for file in COQ.glob("*.v")
        for name, statement in re.findall(r"^Theorem (\w+)(.*?)^Proof\.", file.read_text(), re.M | re.S)
    }
    text = (ROOT / "docs" / "coq.md").read_text()
    section = text.split("\n## Theorems\n")[1].split("\n## ")[0]
    wrong, count = [], 0
    for row in re.findall(r"^\| `.*\|$", section, re.M):
        about, proofs, assumed = (cell.strip() for cell in row.strip("|").split("|"))
        assumed = sorted(filter(None, assumed.split(", ")))
        for name in re.findall(r"`(\w+)`", proofs):
            count += 1
            # The claim may say what is assumed by a definition of its own: then nothing is said here.
            found = [h for h, words in ASSUMED.items() if re.search(words, premises(statements[name]))]
            if found and sorted(found) != [h for h in assumed if h in ASSUMED]:
                wrong.append(f"{name} assumes {found}, and its row {assumed}")
        # A row about a part of a claim says so.
        for claim in re.findall(r"`([^`]+)`", about) if re.fullmatch(r"(`[^`]+`(, )?)+", about) else []:
            count += 1
            if sorted(claims[claim]) != assumed:
                wrong.append(f"{claim} assumes {claims[claim]}, and its row {assumed}")
    print(f"docs/coq.md: {count} claims and proofs have the hypotheses of their rows")
    return wrong


def premises(statement):
    """What stands before the last arrow."""
    return statement.replace("<->", "=").rpartition("->")[0]


# The two sides


def binary():
    candidates = [os.environ.get("JAMINAN"), ROOT / "target/release/jaminan", ROOT / "target/debug/jaminan"]
    found = [path for path in candidates if path and pathlib.Path(path).is_file()]
    if not found:
        sys.exit("no jaminan: build it, or say where it is in $JAMINAN")
    return str(found[0])


def asked(questions):
    """The answers of the extracted functions."""
    lines = "".join(sexp(one) + "\n" for one in questions)
    run = subprocess.run([COQ / "extraction" / "jaminan-checker"], input=lines, capture_output=True, text=True)
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


def asked_of(s, is_program):
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
    plan = list(asked_of(s, is_program))
    said, own = [], []
    for words, asks in plan:
        words = words if words[0] == "explain" else [*words, "--format", "json"]
        run = subprocess.run([jaminan, *words, str(file)], capture_output=True, text=True)
        if not run.stdout:
            return [f"{write(s)}\n  {' '.join(words)}: {run.stderr}"]
        answer = json.loads(run.stdout)
        said.append(answer)
        own.append(question(answer) if asks is None else asks)
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
            agree = answer == "true"
        if not agree:
            wrong.append(f"{write(s)}\n  {' '.join(words)}: {json.dumps(theirs)}\n  extracted: {answer}")
    file.unlink()
    return wrong


def rules(largest):
    jaminan = binary()
    if not (COQ / "extraction" / "jaminan-checker").is_file():
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


# Derivations in which one thing is changed

# With every rule, loops, and reads of what was written.
LARGER = [
    "A[tid] := tid + 1; let x = A[tid] in A[x] := x + 2",
    "for x in 0..3 { let y = A[x] in A[y + tid] := x }",
    "let x = A[0] in if x < 5 && tid < 1 { A[x] := 0; A[1] := x } else { let y = A[2] in A[y] := 7 }",
    "var x. for y in x..2 { if y < 1 || x < 1 { A[y] := 3 } else { B[tid] := y - x } }",
    "A[0] := 2; A[0] := 3; for x in 0..2 { B[x] := 1; let y = B[x] in A[y * 2] := y }",
    "rd A[tid]; var x. wr A[x + 1]; for y in 0..2 { wr B[y * 3 - tid] }",
    "if tid < 1 { for x in 1..3 { rd A[x]; wr A[x + tid] } } else { skip; wr A[7] }",
]


# With barriers, and in C's arithmetic: the flags of `explain`, and the text.
KERNELS = [
    (["--threads", "2"], "A[tid] := tid + 1; sync; let x = A[1 - tid] in A[x + 3] := x"),
    (["--threads", "3"], "for x in 0..2 { A[tid + x] := x; "
                         "if x < 1 { sync } else { let y = A[0] in { sync; A[y] := 7 } } }"),
    (["--threads", "2"], "let x = A[0] in { sync; "
                         "var y. for z in 0..2 { if z < 1 { sync; skip } else { sync }; B[y] := x } }"),
    (["--block-dim", "4", "--grid-dim", "2"], """
__global__ void scan(int *a) {
  __shared__ int s[4];
  s[threadIdx.x] = a[blockIdx.x * blockDim.x + threadIdx.x];
  for (unsigned d = 1; d < 4; d *= 2) {
    __syncthreads();
    int left = threadIdx.x >= d ? s[threadIdx.x - d] : 0;
    __syncthreads();
    s[threadIdx.x] += left;
  }
  a[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x];
}"""),
    (["--block-dim", "4", "--grid-dim", "1"], """
__global__ void narrow(char *a, const short *b, long long *c) {
  unsigned char t = threadIdx.x * 200;
  for (int i = 3; i >= 0; i--) a[i + threadIdx.x] = t ^ b[i] >> 1;
  if (t < 250 || -b[1] == 1) c[threadIdx.x % 2] = (long long)t << 33;
  else c[2] -= min(t, a[0]) / 3;
}"""),
]


def derivations(jaminan, folder):
    """What `explain` writes of small programs and of some larger ones."""
    memory = ["--memory", "A:0=1,2=3"]
    wanted = []
    for is_program in (True, False):
        for size in (1, 2):
            for s in enumerate_all(size, [], 0, is_program):
                wanted.append((write(s), "jam" if is_program else "map", 0, []))
    wanted += [(text, "jam" if ":=" in text else "map", i, []) for text in LARGER for i in (0, 1)]
    for flags, text in KERNELS:
        wanted += [(text, "cu" if "__global__" in text else "jam", i, flags) for i in (0, 1)]

    def explain(number):
        text, language, i, flags = wanted[number]
        file = folder / f"{number}.{language}"
        file.write_text(text + "\n")
        cells = memory if language == "jam" and "A[" in text else []
        words = [jaminan, "explain", str(file), "--thread", str(i), "--as", "json", *flags, *cells]
        run = subprocess.run(words, capture_output=True, text=True)
        return question(json.loads(run.stdout)) if run.stdout else sys.exit(f"{text}: {run.stderr}")

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(explain, range(len(wanted))))


def changes(count):
    with tempfile.TemporaryDirectory() as folder:
        right = derivations(binary(), pathlib.Path(folder))
    answers = asked(right)
    wrong = [f"refused: {sexp(d)}" for d, said in zip(right, answers) if said != "true"]
    # Those of larger programs have more to change.
    large = [d for d in right if len(d[1]) > 4] or right
    made = list(changed(right + large * 4, count, random.Random(1)))
    answers = asked([d for _, d in made])
    wrong += [f"accepted, with {kind} changed: {sexp(d)}"
              for (kind, d), said in zip(made, answers) if said != "false"]
    run = subprocess.run([COQ / "extraction" / "jaminan-checker"], capture_output=True, text=True,
                         input="".join(race + "\n" for _, _, race in RACES))
    for (what, is_race, race), said in zip(RACES, run.stdout.split() + ["nothing"] * len(RACES)):
        if said != str(is_race).lower():
            wrong.append(f"{what}: {said}, of {race}")
    counts = Counter(kind for kind, _ in made)
    wrong += [f"nothing has {kind} to change" for kind in KINDS if not counts[kind]]
    if len(made) < count:
        wrong.append(f"{len(made)} changes, not {count}")
    for kind in KINDS:
        print(f"{counts[kind]:6} {kind}")
    print(f"{len(RACES)} races, and what is none")
    print(f"{len(right)} derivations, and {len(made)} with one change, of {len(counts)} kinds")
    return wrong


def main():
    match sys.argv[1:]:
        case ["page"]:
            wrong = page()
        case ["hypotheses"]:
            wrong = hypotheses()
        case ["rules"]:
            wrong = rules(2)
        case ["rules", size] if size.isdigit():
            wrong = rules(int(size))
        case ["changes"]:
            wrong = changes(10_000)
        case ["changes", count] if count.isdigit():
            wrong = changes(int(count))
        case _:
            sys.exit(__doc__)
    for line in wrong[:20]:
        print(line)
    if wrong:
        sys.exit(f"{len(wrong)} wrong")


main()
