#!/usr/bin/env python3
"""How much `check --certify` certifies, and what it costs.

    tests/certify.py FILE...     each file, checked without and with it

Asks $JAMINAN, or else the program that Cargo built, and $JAMINAN_CHECKER, or else the checker that
`make -C theories/coq extraction` built.
"""

import json
import os
import pathlib
import subprocess
import sys
import time
from collections import Counter

ROOT = pathlib.Path(__file__).resolve().parent.parent


def first(*candidates):
    found = [path for path in candidates if path and pathlib.Path(path).is_file()]
    return str(found[0]) if found else sys.exit(f"none of {candidates[1:]}")


def main(files):
    jaminan = first(
        os.environ.get("JAMINAN"), ROOT / "target/release/jaminan", ROOT / "target/debug/jaminan"
    )
    checker = first(
        os.environ.get("JAMINAN_CHECKER"), ROOT / "theories/coq/extraction/jaminan-checker"
    )
    verdicts, races, sums, others = Counter(), Counter(), Counter(), []
    seconds = [0.0, 0.0]
    for file in files:
        kernels = []
        for n, flags in enumerate([[], ["--certify", "--checker", checker]]):
            start = time.monotonic()
            words = [jaminan, "check", file, "--format", "json", *flags]
            run = subprocess.run(words, capture_output=True, text=True)
            seconds[n] += time.monotonic() - start
            kernels.append(json.loads(run.stdout)["kernels"] if run.stdout else [])
        for without, kernel in zip(*kernels):
            said = kernel["certification"]
            verdicts[kernel["verdict"], said["certified"]] += 1
            sums.update({key: said[key] for key in said if isinstance(said[key], (int, float))})
            for alarm in kernel["alarms"]:
                if "certified" in alarm:
                    races[alarm.get("not_certified", "certified")] += 1
            if without["verdict"] != kernel["verdict"]:
                others.append(f"{file}: {kernel['name']} {without['verdict']}, {kernel['verdict']}")
    print(f"{len(files)} files: {seconds[0]:.0f} s without, {seconds[1]:.0f} s with --certify")
    for (verdict, certified), count in sorted(verdicts.items()):
        print(f"{count:6} {verdict}, certified: {certified}")
    for what, count in races.items():
        print(f"{count:6} races: {what}")
    for key, number in sums.items():
        print(f"{number:10.2f} {key}")
    for line in others:
        print(f"another verdict with --certify: {line}")


if len(sys.argv) < 2:
    sys.exit(__doc__)
main(sys.argv[1:])
