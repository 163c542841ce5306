"""Races for the verified checker, and what is none: each line a question's parts, and the answer."""

# Program, parameters, shared arrays, types, assumptions, launch, memory, two accesses, two lists of choices.
ONE_CELL = "(write a (num 0) (thread x))"
OWN_CELL = "(write a (thread x) (num 1))"
WAITS = f"(seq {OWN_CELL} (seq sync (read x a (bin - (signed 32) (num 3) (thread x)) skip)))"
READS = "(read x a (thread x) (if (rel > (evar x) (num 5)) (write b (num 0) (num 1)) skip))"
CHOOSES = "(var x (unsigned 8) (write a (evar x) (num 1)))"
GRID = "(grid (2 1 1) (4 1 1))"
INTS = "((a (signed 32)) (b (signed 32)) (n (signed 32)))"


def thread(t, b=0):
    return f"(cuda ({b} 0 0) ({t} 0 0))"


def access(t, mode, array, j, b=0, owner="grid"):
    return f"({thread(t, b)} {mode} ({array} {owner}) {j})"


def race(program, first, second, parameters="", shared="", assumed="", launch=GRID, memory="", choices=("", "")):
    lists = (parameters, shared)
    a, b = choices
    return (f"(certify {program} ({lists[0]}) ({lists[1]}) {INTS} ({assumed}) {launch} ({memory}) "
            f"{first} {second} ({a}) ({b}))")


A0 = [access(t, "wr", "a", 0) for t in range(5)]
BELOW = "(rel < (thread x) (evar n))"
SIX = "((a grid) 1 6) ((a grid) 2 7)"
IN_B = [access(t, "wr", "b", 0) for t in range(4)]

RACES = [
    ("two threads write one cell", True, race(ONE_CELL, A0[0], A0[3])),
    ("threads of two blocks do", True, race(ONE_CELL, A0[0], access(0, "wr", "a", 0, b=1))),
    ("a thread races with itself", False, race(ONE_CELL, A0[0], A0[0])),
    ("a thread that is not launched", False, race(ONE_CELL, A0[0], A0[4])),
    ("a block that is not launched", False, race(ONE_CELL, A0[0], access(0, "wr", "a", 0, b=2))),
    ("another cell", False, race(ONE_CELL, A0[0], access(1, "wr", "a", 1))),
    ("cells of their own", False, race(OWN_CELL, A0[0], A0[1])),
    ("a write that is said to be a read", False, race(ONE_CELL, A0[0], access(1, "rd", "a", 0))),
    ("each block has its own", True,
     race(ONE_CELL, access(0, "wr", "a", 0, owner="(0 0 0)"), access(1, "wr", "a", 0, owner="(0 0 0)"), shared="a")),
    ("of another block", False,
     race(ONE_CELL, access(0, "wr", "a", 0, owner="(0 0 0)"), access(0, "wr", "a", 0, b=1, owner="(1 0 0)"),
          shared="a")),
    ("named as the grid's", False, race(ONE_CELL, A0[0], A0[1], shared="a")),
    ("a barrier stands between", False, race(WAITS, access(0, "wr", "a", 0), access(3, "rd", "a", 0))),
    ("without it", True,
     race(WAITS.replace("sync", "skip"), access(0, "wr", "a", 0), access(3, "rd", "a", 0))),
    ("a barrier does not hold two blocks apart", True,
     race(WAITS, access(0, "wr", "a", 0), access(3, "rd", "a", 0, b=1))),
    ("what is assumed holds", True,
     race(ONE_CELL, A0[0], A0[3], assumed=BELOW, parameters="(n 4)")),
    ("what is assumed does not", False,
     race(ONE_CELL, A0[0], A0[3], assumed=BELOW, parameters="(n 3)")),
    ("memory decides", True, race(READS, IN_B[1], IN_B[2], memory=SIX)),
    ("memory does not have it", False, race(READS, IN_B[1], IN_B[3], memory=SIX)),
    ("memory that its type does not have", False,
     race(READS, IN_B[1], IN_B[2], memory="((a grid) 1 6) ((a grid) 2 2147483648)")),
    ("a parameter that its type does not have", False,
     race(ONE_CELL, A0[0], A0[3], parameters="(n 4294967296)")),
    ("each chooses", True,
     race(CHOOSES, access(0, "wr", "a", 7), access(1, "wr", "a", 7), choices=("7", "7"))),
    ("one does not", False,
     race(CHOOSES, access(0, "wr", "a", 7), access(1, "wr", "a", 7), choices=("7", "6"))),
    ("a choice that its type does not have", False,
     race(CHOOSES, access(0, "wr", "a", 256), access(1, "wr", "a", 256), choices=("256", "256"))),
    ("an index outside its array", False,
     race("(write a (within 4 (num 4)) (num 0))", access(0, "wr", "a", 4), access(1, "wr", "a", 4))),
    ("signed overflow", False,
     race("(write a (bin + (signed 32) (num 2147483647) (num 1)) (num 0))",
          access(0, "wr", "a", -2147483648), access(1, "wr", "a", -2147483648))),
    ("what wraps around", True,
     race("(write a (bin + (unsigned 32) (num 4294967295) (num 1)) (num 0))", A0[0], A0[1])),
    ("some threads end before a barrier", False,
     race(f"(if (rel < (thread x) (num 2)) (seq {ONE_CELL} sync) skip)", A0[0], A0[1])),
]
