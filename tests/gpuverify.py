#!/usr/bin/env python3
"""Sets `jaminan check` beside the expectations of GPUVerify's CUDA or OpenCL tests.

    tests/gpuverify.py FOLDER EXPECTED.csv [--jaminan PATH] [--verbose]

FOLDER is `testsuite/CUDA` or `testsuite/OpenCL` of mc-imperial/gpuverify, or a folder above it. EXPECTED.csv has a row
`path,oracle_expect,…` for each test. The launch and the macros are those of each file's first lines,
which `check` reads itself. Prints a table of what was expected and answered, then every test that
was answered otherwise with the reason given; fails where a race-free test is called racy, a racy one
race free, or fewer than 90 in 100 come out as expected.
"""

import argparse
import collections
import concurrent.futures
import csv
import json
import os
import pathlib
import re
import subprocess
import sys
import time

RACY = {"racy", "racy-same-value", "racy-without-lockstep"}
COUNTED = RACY | {"race-free", "divergence"}


def expected(row):
    """What counts as the right answer, or nothing where the test is not counted."""
    kind = row["oracle_expect"]
    # The file's own first line asks for lock step.
    if kind == "racy-without-lockstep" and "--warp-sync" in row["other_flags"]:
        return "drf"
    if kind in RACY:
        return "racy"
    return {"race-free": "drf", "divergence": "divergence"}.get(kind)


def find(folder, path):
    """The file of a row: its path begins with the suite's own folder."""
    suite, *inner = pathlib.Path(path).parts
    inner = pathlib.Path(*inner)
    for base in (folder / suite, folder / "testsuite" / suite, folder):
        if (base / inner).is_file():
            return base / inner
    return None


def run(jaminan, file):
    """The answer in one word, why, and how long it took."""
    start = time.monotonic()
    try:
        done = subprocess.run(
            [jaminan, "check", str(file), "--format", "json"],
            capture_output=True,
            text=True,
            timeout=30,
        )
    except subprocess.TimeoutExpired:
        return "timeout", "", time.monotonic() - start
    took = time.monotonic() - start
    try:
        kernels = json.loads(done.stdout)["kernels"]
    except (ValueError, KeyError):
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        return "error", lines[0] if lines else f"exit {done.returncode}", took
    verdicts = [k["verdict"] for k in kernels]
    if any(k.get("divergences") for k in kernels):
        return "divergence", "", took
    for verdict in ("racy", "potential", "unknown", "unsupported"):
        if verdict in verdicts:
            those = [k for k in kernels if k["verdict"] == verdict]
            why = [a["why"] for k in those for a in k["alarms"] if a.get("why")]
            why = why or [n for k in those for n in k["notes"]][-1:]
            return verdict, why[0] if why else "", took
    return ("drf" if verdicts else "no kernel"), "", took


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("expected", type=pathlib.Path)
    parser.add_argument("--jaminan", default="target/release/jaminan")
    parser.add_argument("--verbose", action="store_true", help="one line for each test")
    options = parser.parse_args()
    with open(options.expected, newline="") as table:
        rows = list(csv.DictReader(table))
    start = time.monotonic()
    files = [(row, find(options.folder, row["path"])) for row in rows]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        answers = list(
            pool.map(lambda f: run(options.jaminan, f[1]) if f[1] else ("missing", "", 0), files)
        )
    took = time.monotonic() - start
    counts, right, counted, wrong, other = collections.Counter(), 0, 0, [], []
    reasons = collections.Counter()
    for (row, _), (answer, why, seconds) in zip(files, answers):
        want = expected(row)
        if options.verbose:
            print(f"{row['path']}: {row['oracle_expect']}: {answer} ({seconds:.2f} s) {why}")
        counts[row["oracle_expect"], answer] += 1
        if want is None:
            continue
        counted += 1
        if answer == want:
            right += 1
        elif (want, answer) in {("drf", "racy"), ("racy", "drf")}:
            wrong.append((row, answer, why))
        else:
            other.append((row, answer, why))
            reasons[re.sub(r"\S*:\d+:\d+: ", "", why)] += 1
    print(f"{'expected':24}{'answered':14}{'tests':>6}")
    for (kind, answer), n in sorted(counts.items()):
        note = "" if kind in COUNTED else "  (not counted)"
        print(f"{kind:24}{answer:14}{n:6}{note}")
    for title, rows in (("WRONG", wrong), ("not as expected", other)):
        for row, answer, why in rows:
            print(f"{title}: {row['path']} ({row['oracle_expect']}): {answer}: {why}")
    if options.verbose:
        for why, n in reasons.most_common():
            print(f"{n:4} {why}")
    print(f"{right} of {counted} as expected ({100 * right / max(counted, 1):.1f} %), "
          f"{len(wrong)} wrong, {took:.1f} s")
    return 1 if wrong or 10 * right < 9 * counted else 0


if __name__ == "__main__":
    sys.exit(main())
