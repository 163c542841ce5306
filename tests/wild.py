#!/usr/bin/env python3
"""Sets `jaminan check` beside what Faial says of kernels of real projects, and runs the kernels against its proofs.

    tests/wild.py FOLDER wild.csv [--jaminan PATH] [--jobs N] [--out DIR] [--runs 20] [--only TEXT] [--verbose]

FOLDER has a clone of each repository, as `owner+name`, `owner/name` or `name`. wild.csv has a row
`repository,file,kernel,faial,faial_class` for each kernel, and one without a kernel for a file that has none. Clones
that are absent are told and left out; where none is there, nothing is done, and that is no failure.

Each file is checked with the folders that may have its headers (`include_folders`), and each kernel that is called race
free is run on made-up arguments (`wild_runs.py`): a race there is a contradiction. DIR gets a line of JSON for each file
(`answers.jsonl`), for each kernel that was run (`runs.jsonl`), and each contradiction with the command that shows it
(`contradictions.jsonl`). What is there already of the same program is not done again, so that it may be stopped.

Prints a table at the end; fails where a run contradicts a proof, something crashed, or a file was not read.
"""

import argparse
import collections
import concurrent.futures
import csv
import hashlib
import json
import pathlib
import re
import sys
import tempfile
import threading

import wild_runs

# Folders with these names hold headers, beside a file or beside a folder that it is in.
HEADER_FOLDERS = {"include", "includes", "inc", "common", "util", "utils", "headers", "lib"}
HEADERS = {".h", ".hpp", ".cuh", ".inl", ".hh"}
# What is taken for granted without counting against a proof.
PLAIN = {"launch", "missing-header", "unknown-type"}
# From good to bad: a kernel with several instances has the worst verdict.
VERDICTS = ("drf", "unknown", "unsupported", "potential", "racy")
DECIDED = {"drf", "racy", "potential"}
SLOW = 10
# The time that each kernel has at first.
QUICK = 3


def clone(folder, repository):
    """Where a repository is, or nothing."""
    owner, name = repository.split("/")
    for place in (folder / f"{owner}+{name}", folder / owner / name, folder / name):
        if place.is_dir():
            return place
    return None


def include_folders(root, file):
    """The folders that a build of the file may look into: each folder that the file is in, up to the repository's
    own; the folders in those that are named as folders of headers are; and those beside the file with a header."""
    found = []
    for folder in [file.parent, *file.parent.parents]:
        inner = sorted(f for f in folder.iterdir() if f.is_dir())
        named = [f for f in inner if f.name.lower() in HEADER_FOLDERS]
        if folder == file.parent:
            named = [f for f in inner if f in named or any(h.suffix in HEADERS for h in f.iterdir())]
        found += [folder, *named]
        if folder == root:
            break
    return found


def options_of(root, file):
    return [str(file), *[part for folder in include_folders(root, file) for part in ("-I", str(folder))]]


def base_name(kernel):
    """A kernel's name without its namespaces and arguments: as in wild.csv."""
    return re.sub(r"[<(\[#@ ].*", "", kernel).split("::")[-1]


def why_of(kernel):
    """Why a kernel has no verdict, or its first alarm that is open."""
    open_alarms = [a.get("why") for a in kernel["alarms"] if a["status"] == "open" and a.get("why")]
    return kernel.get("why") or (open_alarms or [""])[0]


def kernel_answer(kernel):
    """What is kept of a kernel's answer."""
    shown = [a for a in kernel["alarms"] if a["status"] in ("true", "confirmed")]
    return {
        "name": kernel["name"],
        "verdict": kernel["verdict"],
        "why": why_of(kernel),
        "assumptions": [[a["kind"], a["what"]] for a in kernel["assumptions"]],
        "launches": kernel["launches"],
        "divergences": len(kernel["divergences"]),
        "alarms": [
            {key: a.get(key) for key in ("array", "index", "status", "same_value", "replayed", "run", "params", "why")}
            | {"lines": [x["line"] for x in a["accesses"]], "modes": [x["mode"] for x in a["accesses"]]}
            for a in kernel["alarms"] if a["status"] != "refuted"
        ],
        "shown": len(shown),
        # What a run of the kernel itself says of the alarms that are shown: made, not_made, not_run, or nothing.
        "replays": dict(collections.Counter((a.get("run") or {}).get("outcome", "none") for a in shown)),
    }


def words_of(jaminan, root, file):
    """What `suite` says of a file, in a word for each kernel: `none` for a file without."""
    path, *flags = options_of(root, file)
    with tempfile.TemporaryDirectory() as out:
        wild_runs.run([jaminan, "suite", path, "--out", out, "--", *flags], 60)
        results = pathlib.Path(out, "results.jsonl")
        lines = results.read_text().splitlines() if results.exists() else []
    return {json.loads(line).get("verdict") for line in lines}


def check(jaminan, root, file, seconds, expected):
    """Checks a file, with little time for each kernel; then each kernel that wants more by itself, to the end of its
    time, which is so known."""
    command = [jaminan, "check", *options_of(root, file), "--format", "json", "--jobs", "1", "--timeout"]
    # All kernels of the file and of its headers have their time; to read the file may want more.
    done = wild_runs.run([*command, str(QUICK)], 60 + (QUICK + 2) * (expected + 10))
    if done.code == 3 and read_answer(done) is None:
        done = wild_runs.run([*command, str(seconds)], 60 + (seconds + 2) * (expected + 10))
    answer = {"exit": done.code, "seconds": round(done.wall, 2), "work": round(done.work, 2), "crash": done.crashed()}
    kernels = read_answer(done)
    if kernels is None:
        lines = [line for line in done.err.splitlines() if line.strip()]
        # Where Clang sees no kernel either, that there is none is an answer.
        is_without = expected == 0 and words_of(jaminan, root, file) == {"none"}
        return answer | {"error": "\n".join(lines[:4]), "kernels": [], "read": is_without}
    for n, kernel in enumerate(kernels):
        kernel["work"] = round(min(answer["work"], QUICK), 2)
        # A solver that is killed has its work not counted, and a part of the time may be kept for runs.
        if max(answer["work"], answer["seconds"]) > QUICK / 2 and wants_more(kernel):
            alone = wild_runs.run([*command, str(seconds), "--kernel", kernel["name"]], 3 * seconds + 30)
            kernels[n] = (read_answer(alone) or [kernel])[0] | {"work": round(alone.work, 2)}
            answer["crash"] |= alone.crashed()
    return answer | {"kernels": kernels, "read": done.code != 2}


def read_answer(done):
    """The kernels of an answer, or nothing where there is none."""
    try:
        return [kernel_answer(k) for k in json.loads(done.out)["kernels"]]
    except (ValueError, KeyError):
        return None


def wants_more(kernel):
    """Whether more time may change the answer, or what it takes for granted."""
    return (
        kernel["verdict"] in ("unknown", "potential")
        or any(a["status"] == "open" for a in kernel["alarms"])
        or any(kind in ("no-wrap", "unknown-macro") for kind, _ in kernel["assumptions"])
    )


class Record:
    """A file with a line of JSON for each thing that is done; of another program's lines nothing is read."""

    def __init__(self, path, program, keys):
        self.path, self.program, self.keys, self.lock = path, program, keys, threading.Lock()
        self.lines = {}
        if path.is_file():
            for line in path.read_text().splitlines():
                try:
                    value = json.loads(line)
                except ValueError:
                    continue  # The last line, where the script was killed.
                if value.get("program") == program:
                    self.lines[tuple(value[k] for k in keys)] = value

    def add(self, value):
        value = {"program": self.program} | value
        with self.lock:
            self.lines[tuple(value[k] for k in self.keys)] = value
            with open(self.path, "a") as out:
                out.write(json.dumps(value) + "\n")


def each(jobs, work, items):
    """Does the work for each item, so many at a time."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for done in concurrent.futures.as_completed([pool.submit(work, item) for item in items]):
            done.result()


def still_free(jaminan, options, kernel, outcome, seconds):
    """Whether `check` calls the kernel race free for just the launch of a run."""
    words = outcome["command"]
    shape = [part for flag in ("--block-dim", "--grid-dim")
             for part in (flag, re.search(rf"{flag} '?(\[[0-9,]*\])", words)[1])]
    done = wild_runs.run([jaminan, "check", *options, "--kernel", kernel, *shape, "--format", "json"], 3 * seconds)
    return '"verdict": "drf"' in done.out


def hold_against_runs(jaminan, root, file, row, kernel, options):
    """The runs of one kernel that is called race free. A race contradicts the proof where the proof is surely of the
    run's launch, and where `check` says the same of just that launch."""
    flags = options_of(root, file)
    runs = wild_runs.Runs([jaminan, "race", *flags], kernel["name"], kernel["launches"])
    answer = runs.all(options.runs)
    answer["contradictions"] = [
        outcome | {"same_for_its_launch": same}
        for outcome in answer["racy"]
        for same in [still_free(jaminan, flags, kernel["name"], outcome, options.timeout)]
        if same or outcome["word"] == "racy"
    ]
    return row | {"kernel": kernel["name"]} | answer


def tables(rows, answers, runs):
    """Prints the figures. Gives whether something is wrong."""
    kernels = {}
    for (repository, path), answer in answers.items():
        for kernel in answer["kernels"]:
            kernels.setdefault((repository, path, base_name(kernel["name"])), []).append(kernel)
    known = [r for r in rows if r["kernel"]]
    beside, seen, decided, free, plainly = collections.Counter(), 0, 0, 0, 0
    others = []
    for row in known:
        ours = kernels.get((row["repository"], row["file"], row["kernel"]))
        if ours is None:
            beside[row["faial"], "not seen"] += 1
            continue
        seen += 1
        verdict = max((k["verdict"] for k in ours), key=VERDICTS.index)
        beside[row["faial"], verdict] += 1
        decided += verdict in DECIDED
        free += verdict == "drf"
        plainly += verdict == "drf" and all(kind in PLAIN for k in ours for kind, _ in k["assumptions"])
        if {row["faial"], verdict} == {"drf", "racy"}:
            others.append((row, verdict))
    total = max(len(known), 1)
    share = lambda n: f"{n:5} of {len(known):5} ({100 * n / total:.1f} %)"
    every = [(key, k) for key, a in answers.items() for k in a["kernels"]]
    read = sum(a["read"] for a in answers.values())
    unended = [key for key, a in answers.items() if a["exit"] is None]
    slow = [(key, k["name"], k["work"]) for key, k in every if k.get("work", 0) > SLOW]
    crashes = [key for key, a in answers.items() if a["crash"]]
    crashes += [(r["repository"], r["file"], r["kernel"]) for r in runs.values() if r["crashes"]]
    replays = collections.Counter()
    for _, kernel in every:
        replays.update(kernel["replays"])
    against = [(key, c) for key, r in runs.items() for c in r["contradictions"]]
    against_itself = replays["not_made"]
    print(f"{'Faial':12}{'answered':14}{'kernels':>8}")
    for (faial, verdict), n in sorted(beside.items()):
        print(f"{faial:12}{verdict:14}{n:8}")
    print(f"files read                  {read:5} of {len(answers):5}")
    print(f"files that did not end      {len(unended):5}")
    print(f"kernels seen                {share(seen)}")
    print(f"with a verdict              {share(decided)}")
    print(f"drf                         {share(free)}")
    print(f"drf, nothing else assumed   {share(plainly)}")
    print(f"kernels in all, instances and headers too: {len(every)}: "
          + ", ".join(f"{v} {n}" for v, n in collections.Counter(k["verdict"] for _, k in every).most_common()))
    print(f"slower than {SLOW} s            {len(slow):5}")
    print(f"crashes                     {len(crashes):5}")
    print(f"alarms shown: {sum(k['shown'] for _, k in every)}; run again: "
          + (", ".join(f"{word} {n}" for word, n in sorted(replays.items())) or "none"))
    full = sum(r["counted"] >= r["wanted"] for r in runs.values())
    some = sum(0 < r["counted"] < r["wanted"] for r in runs.values())
    print(f"drf kernels run: {len(runs)}: {full} as often as wanted, {some} less often, {len(runs) - full - some} never; "
          f"{sum(r['counted'] for r in runs.values())} runs that count")
    apart = sum(bool(r["racy"]) and not r["contradictions"] for r in runs.values())
    print(f"races only in launches or with arguments that the host code does not make: {apart} kernels")
    print(f"contradictions              {len(against) + against_itself:5}")
    for key in unended:
        print("NO END:", *key)
    for key, answer in answers.items():
        if not answer["read"]:
            print("NOT READ:", *key, answer.get("error", "").split("\n")[0])
    for key in crashes:
        print("CRASH:", *key)
    for key, name, work in slow:
        print(f"SLOW: {' '.join(key)}: {name}: {work} s")
    for row, verdict in others:
        print(f"OTHERWISE: {row['repository']} {row['file']} {row['kernel']}: Faial {row['faial']} "
              f"{row['faial_class']}, we {verdict}")
    for key, contradiction in against:
        print("CONTRADICTION:", *key, contradiction["command"])
    for key, kernel in every:
        if kernel["replays"].get("not_made"):
            print("CONTRADICTION: an alarm is shown and a run does not make it:", *key, kernel["name"])
    return bool(against or against_itself or crashes or read < len(answers))


def causes(answers):
    """Prints why kernels are not decided, the most frequent cause first."""
    groups = collections.defaultdict(list)
    for key, answer in answers.items():
        for kernel in answer["kernels"]:
            if kernel["verdict"] in ("drf", "racy"):
                continue
            why = re.sub(r"\S*:\d+:\d+: ?", "", kernel["why"].split("\n")[0])
            groups[kernel["verdict"], re.sub(r"`[^`]*`", "`…`", why)].append(f"{key[1]}: {kernel['name']}")
    for (verdict, why), those in sorted(groups.items(), key=lambda g: -len(g[1])):
        print(f"{len(those):4} {verdict}: {why}  ({'; '.join(those[:2])})")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("table", type=pathlib.Path)
    parser.add_argument("--jaminan", default="target/release/jaminan")
    parser.add_argument("--jobs", type=int, default=1, help="files at a time")
    parser.add_argument("--out", type=pathlib.Path, default="target/wild")
    parser.add_argument("--runs", type=int, default=20, help="runs of each race-free kernel; 0: none")
    parser.add_argument("--timeout", type=int, default=10, help="seconds for each kernel")
    parser.add_argument("--only", default="", help="files with this in repository and path")
    parser.add_argument("--print", action="store_true", help="only the tables of what is done already")
    parser.add_argument("--verbose", action="store_true", help="why kernels are not decided, too")
    options = parser.parse_args()
    if not options.table.is_file():
        print(f"skipped: {options.table} is not there")
        return 0
    with open(options.table, newline="") as table:
        rows = [r for r in csv.DictReader(table) if options.only in f"{r['repository']}/{r['file']}"]
    roots = {r["repository"]: clone(options.folder, r["repository"]) for r in rows}
    for repository in [r for r, root in roots.items() if root is None]:
        print(f"skipped: {repository} is not in {options.folder}")
    rows = [r for r in rows if roots[r["repository"]] and (roots[r["repository"]] / r["file"]).is_file()]
    if not rows:
        return 0
    program = hashlib.sha256(pathlib.Path(options.jaminan).read_bytes()).hexdigest()[:12]
    options.out.mkdir(parents=True, exist_ok=True)
    answers = Record(options.out / "answers.jsonl", program, ("repository", "file"))
    runs = Record(options.out / "runs.jsonl", program, ("repository", "file", "kernel"))
    expected = collections.Counter((r["repository"], r["file"]) for r in rows if r["kernel"])
    files = list(dict.fromkeys((r["repository"], r["file"]) for r in rows))

    def check_file(key):
        row, root = {"repository": key[0], "file": key[1]}, roots[key[0]]
        if key not in answers.lines:
            answers.add(row | check(options.jaminan, root, root / key[1], options.timeout, expected[key]))

    def run_kernels(key):
        row, root = {"repository": key[0], "file": key[1]}, roots[key[0]]
        for kernel in answers.lines[key]["kernels"]:
            if kernel["verdict"] == "drf" and (*key, kernel["name"]) not in runs.lines:
                runs.add(hold_against_runs(options.jaminan, root, root / key[1], row, kernel, options))

    if not options.print:
        each(options.jobs, check_file, files)
        if options.runs:
            each(options.jobs, run_kernels, files)
    of_files = {key: answers.lines[key] for key in files if key in answers.lines}
    of_runs = {key: value for key, value in runs.lines.items() if key[:2] in of_files}
    with open(options.out / "contradictions.jsonl", "w") as out:
        for key, answer in of_runs.items():
            for contradiction in answer["contradictions"]:
                out.write(json.dumps({"kernel": key} | contradiction) + "\n")
    if options.verbose:
        causes(of_files)
    return 1 if tables(rows, of_files, of_runs) else 0


if __name__ == "__main__":
    sys.exit(main())
