#!/usr/bin/env python3
"""Runs `jaminan suite`, `difftest` or `theorem check` in parts on a Dask cluster, and puts the parts together.

    scale/cluster.py --scheduler-file FILE --shards 200 --out DIR -- suite kernels --timeout 60
    scale/cluster.py --slurm 40            --shards 500 --out DIR -- theorem check liew2024/4.2 --size 7
    scale/cluster.py --local 8             --shards 100 --out DIR -- difftest --detector my.toml --kernels 100000

The workers need `jaminan` ($JAMINAN, or on the path) and, of `suite` and `difftest`, the folders and the detector under
the names that are given. What a worker does is sent back; only this process writes to DIR. A part that is there already is not done again, so the same
command goes on where it ended. docs/scale.md says more.
"""

import argparse
import collections
import ctypes
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

# What a part leaves in its folder, and the exit codes that are answers: of `difftest` 1 is a disagreement, of a theorem
# a counterexample; 3 is undecided.
FILES = {"suite": ("suite.json", "results.jsonl"), "difftest": ("log.jsonl",), "theorem": ()}
ANSWERS = {"suite": (0,), "difftest": (0, 1, 3), "theorem": (0, 1, 3)}
ENDINGS = {".cu", ".cl", ".cuh"}


def with_parent():
    """What a worker started ends with it, however that ends."""
    try:
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    except (OSError, AttributeError):
        pass  # Not Linux: then it ends when it is done.


def run(jaminan, arguments):
    """What it prints; one processor, since the worker has one for each part."""
    done = subprocess.run(
        [jaminan, *arguments],
        capture_output=True,
        env={**os.environ, "RAYON_NUM_THREADS": "1"},
        preexec_fn=with_parent,
    )
    return done.returncode, done.stdout, done.stderr.decode(errors="replace")


def part(jaminan, question, shard):
    """On a worker: the files of a part, by name."""
    what = question[0]
    with tempfile.TemporaryDirectory() as out:
        of_part = {
            "suite": ["--jobs", "1", "--out", out],
            # Findings are made of all parts together.
            "difftest": ["--jobs", "1", "--tries", "0", "--campaign", out],
            "theorem": ["--format", "json"],
        }
        flags = ["--shard", shard, *of_part[what]]
        # What stands after `--` is for another command.
        cut = question.index("--") if "--" in question else len(question)
        code, printed, said = run(jaminan, question[:cut] + flags + question[cut:])
        if code not in ANSWERS[what]:
            raise RuntimeError(f"part {shard}: exit code {code}: {said}")
        if what == "theorem":
            return {"part.json": printed}
        return {name: (pathlib.Path(out) / name).read_bytes() for name in FILES[what]}


def content(path):
    """FNV-1a, by which `suite` divides files."""
    number = 0xCBF29CE484222325
    for byte in path.read_bytes():
        number = (number ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return number


def sizes(question, shards):
    """How large the parts are: bytes of files of a suite; programs and generated kernels divide evenly."""
    weights = collections.Counter()
    if question[0] == "suite":
        cut = question.index("--") if "--" in question else len(question)
        for folder in filter(os.path.exists, question[1:cut]):
            folder = pathlib.Path(folder)
            for path in folder.rglob("*") if folder.is_dir() else [folder]:
                if path.suffix in ENDINGS and path.is_file():
                    weights[content(path) % shards] += path.stat().st_size
    return weights


def connect(options):
    """A client of the cluster that is named, or of one that is made."""
    from distributed import Client, LocalCluster

    if options.scheduler or options.scheduler_file:
        return Client(options.scheduler, scheduler_file=options.scheduler_file)
    for name in ("slurm", "pbs", "lsf"):
        count = getattr(options, name)
        if count:
            import dask_jobqueue  # its configuration says queue, memory and time

            cluster = getattr(dask_jobqueue, name.upper() + "Cluster")()
            cluster.scale(count)
            return Client(cluster)
    count = options.local or os.cpu_count()
    return Client(LocalCluster(n_workers=count, threads_per_worker=1, dashboard_address=None))


def keep(folder, files):
    """Writes a part. A part is there once its folder has its name."""
    new = folder.with_name(folder.name + ".new")
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir(parents=True)
    for name, text in files.items():
        (new / name).write_bytes(text)
    new.rename(folder)


def gather(client, options, question, folders):
    """Has every part done that is not there."""
    from distributed import as_completed

    weights = sizes(question, options.shards)
    left = [n for n in range(options.shards) if not folders[n].is_dir()]
    # The large ones first: what is begun last is short.
    left.sort(key=lambda n: -weights[n])
    before, begin = options.shards - len(left), time.monotonic()
    futures = {}
    for place, n in enumerate(left):
        shard = f"{n}/{options.shards}"
        future = client.submit(part, options.jaminan, question, shard, key=f"part-{n}-{begin}",
                               priority=-place, retries=options.retries, pure=False)
        futures[future] = n
    for count, future in enumerate(as_completed(futures), 1):
        n = futures[future]
        keep(folders[n], future.result())
        future.release()
        rest = (time.monotonic() - begin) / count * (len(left) - count)
        workers = len(client.scheduler_info(n_workers=-1)["workers"])
        print(f"{before + count} of {options.shards} parts, {workers} workers, about {rest:.0f} s left: "
              f"part {n}", file=sys.stderr, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--scheduler", help="the address of a Dask scheduler, such as tcp://host:8786")
    parser.add_argument("--scheduler-file", help="the file that `dask scheduler --scheduler-file` has written")
    parser.add_argument("--local", type=int, help="so many workers on this machine")
    for name in ("slurm", "pbs", "lsf"):
        parser.add_argument(f"--{name}", type=int, help=f"so many workers, as jobs of {name.upper()} (dask-jobqueue)")
    parser.add_argument("--shards", type=int, default=64, help="how many parts; some for each worker")
    parser.add_argument("--retries", type=int, default=2, help="how often a part that failed is tried again")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="the folder for parts and the answer")
    parser.add_argument("--jaminan", default=os.environ.get("JAMINAN", "jaminan"))
    parser.add_argument("question", nargs="+", help="after `--`: suite …, difftest … or theorem check …")
    options = parser.parse_args()
    question = options.question
    if question[0] not in ("suite", "difftest") and question[:2] != ["theorem", "check"]:
        parser.error("it runs `suite`, `difftest` and `theorem check`")
    taken = {"--shard", "--merge", "--campaign", "--out", "--jobs", "--tries"}.intersection(question)
    if question[0] == "difftest" and taken:
        parser.error(f"{' '.join(sorted(taken))}: the parts have their own")
    options.out.mkdir(parents=True, exist_ok=True)
    asked = options.out / "question.txt"
    text = "\n".join([*question, f"{options.shards} parts", ""])
    if asked.exists() and asked.read_text() != text:
        parser.error(f"{options.out} has parts of another question: {asked.read_text().split()}")
    asked.write_text(text)
    folders = [options.out / f"part{n}" for n in range(options.shards)]
    with connect(options) as client:
        gather(client, options, question, folders)
    whole = str(options.out / "all")
    merge = {
        "suite": ["suite", "--out", whole, "--merge", *map(str, folders)],
        "difftest": [*question, "--campaign", whole, "--merge", *map(str, folders)],
        "theorem": [*question, "--format", "json", "--merge", *(str(f / "part.json") for f in folders)],
    }
    code, printed, said = run(options.jaminan, merge[question[0]])
    if question[0] == "theorem":
        (options.out / "all.json").write_bytes(printed)
    sys.stdout.buffer.write(printed)
    sys.stderr.write(said)
    return code


if __name__ == "__main__":
    sys.exit(main())
