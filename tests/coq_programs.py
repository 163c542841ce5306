"""Programs, protocols and derivations: as `jaminan` prints them, and as the extracted program reads them."""

import re


# Programs: nested tuples, written as the extracted program reads them


def sexp(value):
    if isinstance(value, tuple):
        return "(" + " ".join(map(sexp, value)) + ")"
    return str(value)


def num(k):
    return ("num", k)


def enumerate_all(size, variables, fresh, is_program):
    """Every program or protocol of the default grammar, of this size."""
    names = [("evar", x) for x in variables]
    indices = [num(0), num(1), "tid", *names, ("bin", "+", "tid", num(1))]
    if size == 1:
        yield "skip"
        payloads = [num(0), *names] if variables else ["tid"]
        if is_program:
            yield from (("write", "A", e, k) for e in indices for k in payloads)
        else:
            yield from (("acc", mode, "A", e) for mode in ("rd", "wr") for e in indices)
        return
    inner, x = size - 1, f"x{fresh}"
    for body in enumerate_all(inner, [*variables, x], fresh + 1, is_program):
        if is_program:
            yield from (("read", x, "A", e, body) for e in indices)
        yield ("var", x, body)
        yield from (("for", x, num(0), bound, body) for bound in (num(1), num(2), *names))
    for first in range(1, inner):
        for a in enumerate_all(first, variables, fresh, is_program):
            for b in enumerate_all(inner - first, variables, fresh + count_binders(a), is_program):
                yield ("seq", a, b)
                for e in ("tid", *names):
                    yield ("if", ("rel", "<", e, num(1)), a, b)


def count_binders(s):
    if not isinstance(s, tuple):
        return 0
    return (s[0] in ("read", "var", "for")) + sum(map(count_binders, s[1:]))


def write(s):
    """A program or a protocol as `jaminan` reads it."""
    match s:
        case "skip" | "tid" | "true" | "false":
            return s
        case ("num", k):
            return str(k)
        case ("evar", x):
            return x
        case ("bin" | "rel", sign, a, b):
            return f"({write(a)} {sign} {write(b)})" if s[0] == "bin" else f"{write(a)} {sign} {write(b)}"
        case ("write", array, e, k):
            return f"{array}[{write(e)}] := {write(k)}"
        case ("acc", mode, array, e):
            return f"{mode} {array}[{write(e)}]"
        case ("read", x, array, e, body):
            return f"let {x} = {array}[{write(e)}] in {write(body)}"
        case ("var", x, body):
            return f"var {x}. {write(body)}"
        case ("for", x, low, high, body):
            return f"for {x} in {write(low)}..{write(high)} {{ {write(body)} }}"
        case ("if", c, a, b):
            return f"if {write(c)} {{ {write(a)} }} else {{ {write(b)} }}"
        case ("seq", a, b):
            return f"{{ {write(a)} }}; {write(b)}"
    raise ValueError(s)


class Reader:
    """Programs, protocols, expressions and conditions as `jaminan` prints them."""

    LEVELS = [["||"], ["&&"], ["==", "!=", "<", "<=", ">", ">="], ["|"], ["^"], ["&"], ["<<", ">>"],
              ["+", "-"], ["*", "/", "%"]]

    def __init__(self, text):
        signs = r"\.\.|:=|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^<>!(){}\[\];.,=]"
        self.tokens = re.findall(rf"\w+|{signs}", text)
        self.at = 0

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def take(self, *expected):
        token = self.peek()
        if token is None or (expected and token not in expected):
            raise ValueError(f"{expected} expected, not {token}, in {' '.join(self.tokens)}")
        self.at += 1
        return token

    def whole(self, part):
        read = part()
        if self.peek() is not None:
            raise ValueError(f"{self.peek()} is left, in {' '.join(self.tokens)}")
        return read

    def statement(self):
        first = self.atom()
        if self.peek() == ";":
            self.take()
            return ("seq", first, self.statement())
        return first

    def block(self):
        self.take("{")
        body = self.statement()
        self.take("}")
        return body

    def indexed(self):
        self.take("[")
        e = self.binary()
        self.take("]")
        return e

    def atom(self):
        if self.peek() == "{":
            return self.block()
        match self.take():
            case "skip":
                return "skip"
            case "let":
                x = self.take()
                self.take("=")
                array, e = self.take(), self.indexed()
                self.take("in")
                return ("read", x, array, e, self.statement())
            case "var":
                x = self.take()
                self.take(".")
                return ("var", x, self.statement())
            case "if":
                c, then = self.binary(), self.block()
                other = "skip"
                if self.peek() == "else":
                    self.take()
                    other = self.block()
                return ("if", c, then, other)
            case "for":
                x = self.take()
                self.take("in")
                low = self.binary()
                self.take("..")
                high = self.binary()
                return ("for", x, low, high, self.block())
            case "rd" | "wr" as mode:
                return ("acc", mode, self.take(), self.indexed())
            case array:
                e = self.indexed()
                self.take(":=")
                return ("write", array, e, self.binary())

    def binary(self, level=0):
        if level == len(self.LEVELS):
            return self.unary()
        left = self.binary(level + 1)
        while self.peek() in self.LEVELS[level]:
            sign = self.take()
            right = self.binary(level + 1)
            if sign in ("&&", "||"):
                left = ("and" if sign == "&&" else "or", left, right)
            else:
                left = ("rel" if level == 2 else "bin", sign, left, right)
        return left

    def unary(self):
        token = self.take()
        if token == "!":
            return ("not", self.unary())
        if token == "(":
            inside = self.binary()
            self.take(")")
            return inside
        if token in ("min", "max"):
            self.take("(")
            a = self.binary()
            self.take(",")
            b = self.binary()
            self.take(")")
            return ("bin", token, a, b)
        if token.isdigit():
            return num(int(token))
        return token if token in ("tid", "true", "false") else ("evar", token)


# Derivations


def store(memory):
    return tuple((array, int(j), k) for array, cells in memory.items() for j, k in cells.items())


def phase(accesses):
    return tuple((a["thread"], a["mode"], a["array"], a["index"]) for a in accesses)


def trace(t):
    if isinstance(t, str):
        return t
    if "iter" in t:
        return ("iter", *t["iter"])
    return ("after", *map(trace, t["seq"]))


def judgment(j):
    match j["judgment"]:
        case "evaluates":
            reader = Reader(j["expression"])
            return ("evaluates", reader.whole(reader.binary), j["thread"], j["value"])
        case "decides":
            reader = Reader(j["condition"])
            return ("decides", reader.whole(reader.binary), j["thread"], str(j["value"]).lower())
        case "reads":
            return ("reads", store(j["memory"]), j["array"], j["index"], j["value"])
        case "runs":
            reader = Reader(j["program"])
            s, i = reader.whole(reader.statement), j["thread"]
            made, chosen = phase(j["phase"]), trace(j["trace"])
            if "memory" in j:
                return ("runs", store(j["memory"]), s, i, store(j["updates"]), made, chosen)
            return ("makes", s, i, made, chosen)
    raise ValueError(j)


def steps(derivation):
    return tuple(
        (step["rule"], judgment(step["conclusion"]), tuple(step["premises"]))
        for step in derivation["steps"]
    )
