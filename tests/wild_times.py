#!/usr/bin/env python3
"""How long `check` takes for single kernels of real projects, one after the other.

    tests/wild_times.py FOLDER wild.csv [--jaminan PATH] [--sample N] [--timeout 10]

FOLDER and wild.csv are those of `wild.py`. Each kernel is checked by itself, from the start of the program to its end, with
all the time that a check has. Of a sample, it is always the same one. Nothing else should run beside it.
"""

import argparse
import csv
import json
import pathlib
import random
import statistics

import wild
import wild_runs


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("csv", type=pathlib.Path)
    parser.add_argument("--jaminan", default="target/release/jaminan")
    parser.add_argument("--sample", type=int, help="so many of the kernels, chosen at random")
    parser.add_argument("--timeout", type=int, default=10, help="seconds for each kernel")
    options = parser.parse_args()
    with open(options.csv, newline="") as text:
        rows = list(csv.DictReader(text))
    if options.sample is not None:
        random.Random(7).shuffle(rows)
        rows = rows[: options.sample]
    times = []
    for row in rows:
        root = wild.clone(options.folder, row["repository"])
        if root is None or not (root / row["file"]).is_file():
            print("skipped:", row["repository"], row["file"], "(not there)")
            continue
        command = [options.jaminan, "check", *wild.options_of(root, root / row["file"]), "--kernel", row["kernel"]]
        command += ["--format", "json", "--jobs", "1", "--timeout", str(options.timeout)]
        done = wild_runs.run(command, 3 * options.timeout + 30)
        try:
            verdicts = ",".join(sorted({k["verdict"] for k in json.loads(done.out)["kernels"]}))
        except (ValueError, KeyError):
            verdicts = f"exit {done.code}"
        times.append(done.wall)
        print(f"{done.wall:7.2f} s  {verdicts:10} {row['file']} {row['kernel']}", flush=True)
    if not times:
        raise SystemExit("no kernel was there")
    print(f"\n{len(times)} kernels: {statistics.median(times):.2f} s in the median, {sum(times):.0f} s in all")
    for most in (0.05, 0.1, 0.3, 1, 3, options.timeout):
        print(f"below {most:5} s: {100 * sum(time < most for time in times) / len(times):5.1f} %")


if __name__ == "__main__":
    main()
