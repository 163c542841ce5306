"""Runs of a kernel on arguments that are made up, to hold against a proof that it is race free.

`Runs` asks `jaminan race` what parameters a kernel has and which of them are arrays, makes up launches and
arguments, and says of each run what came of it. `tests/wild.py` is its user.

`check` leaves out executions that have no meaning in C++. So a run counts only where it finished and nothing in it
overflowed, left its array, divided by zero or shifted too far; and a race in one that does not count is *unsure*.
A run is by numbers alone: one seed gives the same runs on every machine.
"""

import collections
import dataclasses
import json
import os
import random
import re
import shlex
import signal
import subprocess
import tempfile
import threading
import time

# What `race` finds in a run that `check` takes into account all the same.
HARMLESS = {"uninitialized read", "barrier divergence"}
# Threads of one run: what is more is run with fewer blocks.
MOST_THREADS = 4096
# Instructions of one run.
FUEL = 5_000_000
# How long arrays are, first and where that is too short.
LENGTHS = (1 << 14, 1 << 18, 1 << 21)
# What is tried for a parameter, until `race` takes it: a number, an array, a truth value, a real, nothing.
KINDS = ("number", "array", "truth", "real", "null")
# What they become where the type is too small for a value.
NARROW = {"number": "small number", "small number": "truth", "array": "small array"}


@dataclasses.dataclass
class Done:
    """A program that has ended, or was ended: `code` is None then. Seconds by the clock, and of work."""

    code: int | None
    out: str
    err: str
    wall: float
    work: float

    def crashed(self):
        """Whether it ended in a way that no exit code describes."""
        return self.code is not None and (self.code not in range(4) or "panicked at" in self.err)


def run(command, seconds):
    """Runs a program for at most so many seconds."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        start = time.monotonic()
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
        timer = threading.Timer(seconds, os.kill, (child.pid, signal.SIGKILL))
        timer.start()
        # It is left as it is until the timer has ended, since its number is another program's afterwards.
        os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
        wall = time.monotonic() - start
        timer.cancel()
        timer.join()
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode(errors="replace"))
        return Done(
            None if wall >= seconds and child.returncode == -signal.SIGKILL else child.returncode,
            *texts,
            wall,
            usage.ru_utime + usage.ru_stime,
        )


def launch_of(given, rng):
    """A launch that fits a launch of `check`, as `(block, grid, sure)`. What is any there is small here. `sure` is
    whether the proof is surely of it, too: not where a grid had to be made smaller than it is given, or where host
    code makes the launch, of whose extents and arguments `check` may know more than it prints."""
    block = list(given["block"])
    room = 1024
    for n in block:
        room //= max(n or 1, 1)
    for axis, n in enumerate(block):
        if n is None:
            block[axis] = rng.choice([n for n in (1, 2, 3, 4, 8, 16, 32, 33, 64, 128) if n <= max(room, 1)])
            room //= block[axis]
    threads = max(block[0] * block[1] * block[2], 1)
    grid = list(given["grid"])
    sure = given["from"] != "host code"
    for axis, n in enumerate(grid):
        if n is None:
            grid[axis] = rng.choice((1, 2, 3, 4) if axis == 0 else (1, 2))
    while threads * grid[0] * grid[1] * grid[2] > MOST_THREADS and max(grid) > 1:
        axis = grid.index(max(grid))
        sure = sure and given["grid"][axis] is None
        grid[axis] = max(grid[axis] // 2, 1)
    return block, grid, sure


class Runs:
    """The runs of one kernel. `base` is the command up to the kernel: `jaminan race FILE -I …`."""

    def __init__(self, base, kernel, launches, seconds=20):
        self.base = [*base, "--kernel", kernel]
        self.kernel = kernel
        self.launches = launches
        self.end = time.monotonic() + seconds
        self.kinds = {}

    def command(self, block, grid, arguments, schedules):
        shape = lambda axes: "[" + ",".join(map(str, axes)) + "]"
        return [
            *self.base, "--block-dim", shape(block), "--grid-dim", shape(grid),
            "--shared", str(1 << 14), "--fuel", str(FUEL), "--schedule", *schedules,
            *(["--args", *arguments] if arguments else []), "--format", "json",
        ]

    def learn(self, launch):
        """Asks which parameters there are, and finds out of which kind each is. Says what is in the way, if
        anything is: it ends when `race` takes the arguments, or gives no answer that names one of them."""
        block, grid, _ = launch
        none = "no.such.parameter"
        done = run(self.command(block, grid, [f"{none}=0"], ["canonical"]), 15)
        listed = re.search(r"has no parameter `[^`]*`; it has: (.*)", done.err)
        if listed:
            self.kinds = {name: KINDS[0] for name in listed[1].split(", ") if name}
        elif done.code != 2:
            return failure(done)
        for _ in range(len(KINDS) * len(self.kinds) + 1):
            arguments = [f"{name}={self.plain(kind)}" for name, kind in self.kinds.items()]
            done = run(self.command(block, grid, arguments, ["canonical"]), 15)
            named = re.match(r"error: `([^`]*)`", done.err)
            if done.code != 2 or not named or named[1] not in self.kinds:
                return None if done.out and done.code in (0, 1, 3) and "kernels" in done.out else failure(done)
            after = KINDS.index(self.kinds[named[1]]) + 1
            if after == len(KINDS):
                return failure(done)
            self.kinds[named[1]] = KINDS[after]
        return "no arguments fit"

    @staticmethod
    def plain(kind):
        return {"number": "1", "array": "zeros:64", "truth": "true", "real": "0.5", "null": "null"}[kind]

    def arguments(self, rng, threads, extents, length, modest):
        """Values for each parameter. Numbers are near those of the launch, or small where larger ones went wrong;
        contents are equal, in order, or at random, and often below what makes two threads meet."""
        sizes = (1, 2, 3, 4, 7, 8, 16, *extents) if modest else (
            0, 1, 2, 3, 4, 5, 8, 16, 32, 64, 100, threads - 1, threads, threads, threads + 1, 2 * threads, *extents, *extents)
        values = []
        for name, kind in self.kinds.items():
            below = rng.choice((2, 3, 4, 8, 8, 32, max(threads, 2)))
            seed = rng.randrange(1000)
            value = {
                "number": str(max(rng.choice(sizes), 0)),
                "array": rng.choice((f"zeros:{length}", f"iota:{length}", *[f"random:{length}:{seed}:{below}"] * 3)),
                "truth": rng.choice(("true", "false")),
                "real": rng.choice(("0.0", "0.5", "1.0", "-1.5")),
                "small number": str(rng.randrange(9)),
                "small array": rng.choice((f"zeros:{length}", f"random:{length}:{seed}:{min(below, 100)}")),
                "null": "null",
            }[kind]
            values.append(f"{name}={value}")
        return values

    def one(self, number, counts):
        """One run; where it leaves its arrays, once more with longer ones, and then with smaller numbers."""
        outcome = None
        for attempt in range(len(LENGTHS) + 2):
            if time.monotonic() > self.end:
                counts["out of time"] += outcome is None
                return outcome
            rng = random.Random(f"{self.kernel}:{number}")
            block, grid, sure = launch_of(self.launches[number % len(self.launches)], rng)
            threads = block[0] * block[1] * block[2] * grid[0] * grid[1] * grid[2]
            length = LENGTHS[min(attempt, len(LENGTHS) - 1)] if attempt < len(LENGTHS) else LENGTHS[1]
            if attempt == len(LENGTHS) + 1:
                rng = random.Random(f"{self.kernel}:{number}:again")
            values = self.arguments(rng, threads, [*block, *grid], length, attempt >= len(LENGTHS))
            command = self.command(block, grid, values, ["canonical", f"random:{number}"])
            done = run(command, 20)
            outcome = judged(done, command, sure)
            named = re.match(r"not run: error: `([^`]*)`", outcome["word"])
            if named and self.kinds.get(named[1]) in NARROW:
                self.kinds[named[1]] = NARROW[self.kinds[named[1]]]
                continue
            if "out of bounds" not in outcome["findings"]:
                return outcome
        return outcome

    def all(self, wanted):
        """Runs until `wanted` count, or twice as many were made, or the time is spent."""
        answer = {"wanted": wanted, "counted": 0, "made": 0, "racy": [], "unsure": [], "crashes": []}
        counts = collections.Counter()
        start = time.monotonic()
        for number in range(2 * wanted):
            if number == 0:
                rng = random.Random(f"{self.kernel}:0")
                why = self.learn(launch_of(self.launches[0], rng))
                if why:
                    counts[why] += 1
                    break
            if answer["counted"] >= wanted or time.monotonic() > self.end:
                break
            outcome = self.one(number, counts)
            if outcome is None:
                break
            answer["made"] += 1
            counts[outcome["word"]] += 1
            answer["counted"] += outcome["word"] in ("no race", "racy", "racy, other launch")
            if outcome["word"].startswith("racy"):
                answer["racy"].append(outcome)
            elif outcome["word"].startswith("unsure"):
                answer["unsure"].append(outcome["command"])
            elif outcome["word"] == "crash":
                answer["crashes"].append(outcome["command"])
            # What is shown is enough, and what is not supported stays so.
            if len(answer["racy"]) >= 8 or outcome["word"].startswith("not run"):
                break
        answer["unsure"] = answer["unsure"][:2]
        answer["outcomes"] = dict(counts)
        answer["seconds"] = round(time.monotonic() - start, 2)
        return answer


def failure(done):
    """Why a run gave no answer, in a line."""
    if done.code is None:
        return "not run: no end"
    lines = [line for line in done.err.splitlines() if line.startswith("error")]
    if not lines and '"undecided"' in done.out:
        lines = [json.loads(done.out)["undecided"]["why"]]
    return "not run: " + (lines[0] if lines else f"exit {done.code}")


def judged(done, command, sure):
    """What one run says."""
    outcome = {"command": shlex.join(command), "findings": [], "alarms": []}
    if done.crashed():
        return outcome | {"word": "crash"}
    try:
        kernel = json.loads(done.out)["kernels"][0]
    except (ValueError, KeyError, IndexError):
        return outcome | {"word": failure(done)}
    findings = sorted({f["kind"] for f in kernel["findings"]})
    alarms = [a for a in kernel["alarms"] if a["race"] and not a["ordered_by"]]
    outcome |= {"findings": findings, "alarms": alarms[:2]}
    meaning = not [kind for kind in findings if kind not in HARMLESS]
    ended = all(r["end"] == "finished" for r in kernel["runs"])
    if alarms and meaning:
        return outcome | {"word": "racy" if sure else "racy, other launch"}
    if alarms:
        return outcome | {"word": "unsure: " + ", ".join(findings)}
    if not meaning:
        return outcome | {"word": "no meaning: " + ", ".join(findings)}
    return outcome | {"word": "no race" if ended else "no end"}
