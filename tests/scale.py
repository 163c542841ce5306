#!/usr/bin/env python3
"""Holds `scale/cluster.py` to the answer of one machine: a scheduler and three worker processes, one of which is
killed with SIGKILL while it works, and a fourth that joins late.

    tests/scale.py

It takes $JAMINAN, or else the program that Cargo built. Without the package `distributed` it says that it is skipped.
"""

import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
JAMINAN = os.environ.get("JAMINAN") or str(ROOT / "target/debug/jaminan")
KERNELS, SHARDS = 240, 40
THEOREM = ["theorem", "check", "liew2024/4.2", "--size", "4"]


class Cluster:
    """A scheduler and its workers, as processes of their own."""

    def __init__(self, folder):
        self.file, self.processes = folder / "scheduler.json", []
        self.start("scheduler", "--port", "0", "--no-dashboard")
        until("the scheduler", self.file.exists)

    def start(self, what, *flags):
        command = [sys.executable, "-m", "dask", what, "--scheduler-file", str(self.file), *flags]
        self.processes.append(subprocess.Popen(command, stderr=subprocess.DEVNULL))

    def worker(self, name):
        self.start("worker", "--nthreads", "1", "--no-nanny", "--no-dashboard", "--name", name)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in self.processes:
            process.kill()
            process.wait()


def until(what, holds):
    for _ in range(1200):
        if holds():
            return
        time.sleep(0.05)
    sys.exit(f"{what} did not come")


def lasting(path):
    """The lines of a suite, without what no two runs share."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert all(line.pop("seconds") > 0 for line in lines)
    return [json.dumps({**line, "peak_kib": None}) for line in lines]


def without_times(text):
    return re.sub(rb'"seconds": [0-9.e-]+', b"", text)


def campaign(cluster, out, question, shards):
    command = [ROOT / "scale/cluster.py", "--scheduler-file", cluster.file, "--shards", str(shards)]
    command += ["--out", out, "--jaminan", JAMINAN, "--", *question]
    return subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def suite(cluster, client, folder):
    for n in range(KERNELS):
        index = "i" if n % 2 else "i / 2"
        text = f"__global__ void k{n}(int *a) {{ int i = threadIdx.x; a[{index}] = {n}; }}\n"
        (folder / f"{n}.cu").write_text(text)
    question, parts = ["suite", str(folder)], folder.parent / "parts"
    pids = client.run(os.getpid)
    running = campaign(cluster, parts, question, SHARDS)
    until("some parts", lambda: len(list(parts.glob("part*"))) > 3)
    busy = [address for address, tasks in client.processing().items() if tasks]
    assert busy, "no worker works"
    lost = [key for key in client.processing()[busy[0]]]
    os.kill(pids[busy[0]], signal.SIGKILL)
    cluster.worker("late")
    until("the late one", lambda: "late" in [w["name"] for w in workers(client)])
    before = len(list(parts.glob("part*")))
    assert before < SHARDS, "it joined when all was done"
    _, said = running.communicate(timeout=300)
    assert running.returncode == 0, said.decode()
    assert sorted(w["name"] for w in workers(client))[0] == "late" and len(workers(client)) == 3
    alone = folder.parent / "alone"
    subprocess.run([JAMINAN, *question, "--out", alone], check=True, stdout=subprocess.DEVNULL)
    merged = lasting(parts / "all/results.jsonl")
    assert len(merged) == KERNELS and merged == lasting(alone / "results.jsonl")
    # Nothing is left to do.
    again = campaign(cluster, parts, question, SHARDS)
    _, said = again.communicate(timeout=100)
    assert again.returncode == 0 and b"parts," not in said, said.decode()
    print(f"suite: {KERNELS} kernels in {SHARDS} parts; a worker with {len(lost)} of them killed, one joined "
          f"after {before}: the answer of one machine")


def workers(client):
    return list(client.scheduler_info(n_workers=-1)["workers"].values())


def theorem(cluster, folder):
    running = campaign(cluster, folder / "theorem", THEOREM, 12)
    printed, said = running.communicate(timeout=300)
    assert running.returncode == 0, said.decode()
    alone = subprocess.run([JAMINAN, *THEOREM, "--format", "json"], check=True, stdout=subprocess.PIPE)
    assert without_times(printed) == without_times(alone.stdout), printed.decode()
    print("theorem check: 12 parts: the answer of one machine, byte for byte but for its times")


def difftest(cluster, folder):
    detector = ROOT / "detectors/broken/reads-are-zero.toml"
    question = ["difftest", "--detector", str(detector), "--generate", "uniform", "--size", "3", "--kernels", "60"]
    parts, alone = folder / "difftest", folder / "campaign"
    running = campaign(cluster, parts, question, 6)
    _, said = running.communicate(timeout=300)
    assert running.returncode == 1, said.decode()
    subprocess.run([JAMINAN, *question, "--campaign", alone], stdout=subprocess.DEVNULL)

    def reported(campaign):
        report = json.loads((campaign / "report.json").read_text())
        return {key: value for key, value in report.items() if key not in ("new", "rate")}

    def lines(campaign):
        records = map(json.loads, (campaign / "log.jsonl").read_text().splitlines()[1:])
        return sorted(json.dumps({**r, "kernel": {**r["kernel"], "milliseconds": 0}}) for r in records)

    def names(campaign):
        return sorted(path.name for path in (campaign / "findings").iterdir())

    assert lines(parts / "all") == lines(alone) and len(lines(alone)) == 60
    assert reported(parts / "all") == reported(alone) and names(parts / "all") == names(alone) != []
    print("difftest: 6 parts: the log, the report and the findings of one machine")


def main():
    try:
        from distributed import Client
    except ImportError:
        print("skipped: distributed (not installed): the cluster of scale/cluster.py")
        return
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "kernels").mkdir()
        with Cluster(folder) as cluster:
            for name in ("one", "two", "three"):
                cluster.worker(name)
            with Client(scheduler_file=str(cluster.file)) as client:
                client.wait_for_workers(3, timeout=60)
                suite(cluster, client, folder / "kernels")
                theorem(cluster, folder)
                difftest(cluster, folder)


if __name__ == "__main__":
    main()
