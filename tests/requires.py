#!/usr/bin/env python3
"""Sets what `check --suggest` finds beside the `__requires` of GPUVerify's tests.

    tests/requires.py FOLDER [--jaminan PATH]

FOLDER is `testsuite` of mc-imperial/gpuverify. A kernel counts that is race free, and is not without its conditions.
The condition is found where it implies what is suggested, on all values from -3 to 40 and near those that occur. Fails where fewer
than 80 in 100 are found.
"""

import argparse
import itertools
import json
import pathlib
import re
import subprocess
import sys
import tempfile

WORDS = re.compile(r"[A-Za-z_]\w*(?:\.[xyz])?")


def check(jaminan, file, *flags):
    """The kernels of an answer."""
    command = [jaminan, "check", str(file), "--format", "json", *flags]
    done = subprocess.run(command, capture_output=True, text=True)
    try:
        return json.loads(done.stdout)["kernels"]
    except (ValueError, KeyError):
        return []


def without(text):
    """The text without its conditions, and these."""
    conditions = []
    while found := re.search(r"__requires(_fresh_array)?\s*\(", text):
        end, depth = found.end(), 1
        while depth and end < len(text):
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        conditions.append(text[found.end() : end - 1])
        # Lines keep their numbers.
        text = text[: found.start()] + " " + text[end:]
    return text, conditions


def python(condition, text, kernel):
    """A condition of C as one of Python, its macros and extents replaced."""
    for name, value in re.findall(r"#define\s+(\w+)\s+(\S+)\s*$", text, re.M):
        condition = re.sub(rf"\b{name}\b", value, condition)
    extents = zip("xyz", kernel["launches"][0]["block"])
    for number, (axis, extent) in enumerate(extents):
        condition = condition.replace(f"get_local_size({number})", str(extent))
        condition = condition.replace(f"blockDim.{axis}", str(extent))
    condition = condition.replace("&&", " and ").replace("||", " or ")
    # Of comparisons, `&` and `|` are `and` and `or`.
    return re.sub(r"!(?!=)", " not ", condition.replace("&", " and ").replace("|", " or "))


def implies(asserted, suggested):
    """Whether it does on all values that are tried."""
    joined = " ".join([*asserted, *suggested])
    names = sorted(set(WORDS.findall(joined)) - {"and", "or", "not"})
    numbers = {int(n) + d for n in re.findall(r"\b\d+\b", joined) for d in (-1, 0, 1)}
    values = sorted(set(range(-3, 41)) | numbers)
    code = [
        compile(" and ".join(f"({c})" for c in all_of), "condition", "eval")
        for all_of in (asserted, suggested)
    ]
    for point in itertools.product(values, repeat=len(names)):
        scope = dict(zip(names, point))
        try:
            if eval(code[0], {}, scope) and not eval(code[1], {}, scope):
                return False
        except ZeroDivisionError:
            return False
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--jaminan", default="target/debug/jaminan")
    options = parser.parse_args()
    files = sorted(f for end in ("cu", "cl") for f in options.folder.rglob(f"*.{end}"))
    counted = found = 0
    for file in files:
        text = file.read_text(errors="replace")
        stripped, conditions = without(text)
        if not conditions or any(k["verdict"] != "drf" for k in check(options.jaminan, file)):
            continue
        with tempfile.TemporaryDirectory() as folder:
            bare = pathlib.Path(folder) / file.name
            bare.write_text(stripped)
            flags = ["-I", str(file.parent)]
            if all(k["verdict"] == "drf" for k in check(options.jaminan, bare, *flags)):
                continue
            kernels = check(options.jaminan, bare, *flags, "--suggest")
        counted += 1
        for kernel in kernels:
            asserted = [python(c, text, kernel) for c in conditions]
            all_suggested = [s["assume"] for s in kernel.get("suggestions", {}).get("found", [])]
            weaker = [s for s in all_suggested if implies(asserted, s)]
            found += bool(weaker)
            said = " or ".join(", ".join(s) for s in weaker or all_suggested) or "nothing"
            mark = "found" if weaker else "not found"
            print(f"{mark}: {file.relative_to(options.folder)}: {', '.join(conditions)}: {said}")
    print(f"{found} of {counted} kernels that are race free by their conditions only")
    sys.exit(counted > 0 and found * 10 < counted * 8)


if __name__ == "__main__":
    main()
