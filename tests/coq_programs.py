"""Programs, protocols and derivations: as `jaminan` prints them, and as the extracted program reads them."""

import re
import urllib.parse


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
        signs = r"\.\.|:=|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^<>!(){}\[\];.,=?:]"
        self.tokens = re.findall(rf"`[^`]+`|\w+|{signs}", text)
        self.at = 0

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def take(self, *expected):
        token = self.peek()
        if token is None or (expected and token not in expected):
            raise ValueError(f"{expected} expected, not {token}, in {' '.join(self.tokens)}")
        self.at += 1
        return token

    def name(self):
        return plain(self.take())

    def operator(self, sign, a, b):
        return ("bin", sign, a, b)

    def number(self, k):
        return num(k)

    def variable(self, x):
        return x if x in ("tid", "true", "false") else ("evar", plain(x))

    def expression(self):
        return self.binary()

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
        e = self.expression()
        self.take("]")
        return e

    def atom(self):
        if self.peek() == "{":
            return self.block()
        match self.take():
            case "skip":
                return "skip"
            case "let":
                x = self.name()
                self.take("=")
                array, e = self.name(), self.indexed()
                self.take("in")
                return ("read", x, array, e, self.statement())
            case "var":
                x = self.name()
                self.take(".")
                return self.any(x)
            case "if":
                c, then = self.binary(), self.block()
                other = "skip"
                if self.peek() == "else":
                    self.take()
                    other = self.block()
                return ("if", c, then, other)
            case "for":
                x = self.name()
                self.take("in")
                low = self.expression()
                self.take("..")
                high = self.expression()
                return ("for", x, low, high, self.block())
            case "rd" | "wr" as mode:
                return ("acc", mode, self.name(), self.indexed())
            case "sync":
                return self.barrier()
            case array:
                e = self.indexed()
                self.take(":=")
                return ("write", plain(array), e, self.expression())

    def any(self, x):
        return ("var", x, self.statement())

    def barrier(self):
        raise ValueError("a barrier")

    def binary(self, level=0):
        if level == len(self.LEVELS):
            return self.unary()
        left = self.binary(level + 1)
        while self.peek() in self.LEVELS[level]:
            sign = self.sign(self.take(), level)
            right = self.binary(level + 1)
            if sign in ("&&", "||"):
                left = ("and" if sign == "&&" else "or", left, right)
            else:
                left = ("rel", sign, left, right) if level == 2 else self.operator(sign, left, right)
        return left

    def sign(self, sign, level):
        return sign

    def unary(self):
        token = self.take()
        if token == "!":
            return ("not", self.unary())
        if token == "(":
            inside = self.expression()
            self.take(")")
            return inside
        if token in ("min", "max"):
            sign = self.sign(token, None)
            self.take("(")
            a = self.expression()
            self.take(",")
            b = self.expression()
            self.take(")")
            return self.operator(sign, a, b)
        if token.isdigit():
            return self.number(int(token))
        return self.variable(token)


def plain(name):
    """A name without its quotes, in signs that the extracted program reads."""
    return urllib.parse.quote(name.strip("`"), safe="@,.:*<>[]=+&")


class KernelReader(Reader):
    """The same, with C's arithmetic and with barriers."""

    TYPE = re.compile(r"[iu]\d+$")

    def type_of(self, token):
        return ("signed" if token[0] == "i" else "unsigned", int(token[1:]))

    def sign(self, sign, level):
        """An operator and its arithmetic: `+.u32`."""
        if level is not None and level < 3:
            return sign
        if self.peek() == ".":
            self.take()
            return (sign, self.type_of(self.take()))
        return (sign, "natural")

    def operator(self, sign, a, b):
        return ("bin", *sign, a, b)

    def expression(self):
        c = self.binary()
        if self.peek() != "?":
            return c
        self.take()
        a = self.binary()
        self.take(":")
        return ("select", c, a, self.expression())

    def variable(self, x):
        if x in ("blockIdx", "threadIdx"):
            self.take(".")
            return (x.removesuffix("Idx"), self.take())
        return super().variable(x)

    def unary(self):
        if self.peek() == "-":
            self.take()
            return num(-int(self.take()))
        if self.peek() == "(" and self.TYPE.match(self.tokens[self.at + 1]) and self.tokens[self.at + 2] == ")":
            self.take()
            ty = self.type_of(self.take())
            self.take(")")
            return ("convert", ty, self.unary())
        if self.peek() == "within":
            self.take()
            self.take("(")
            size = int(self.take())
            self.take(",")
            e = self.expression()
            self.take(")")
            return ("within", size, e)
        return super().unary()

    def any(self, x):
        # Its type is not part of a derivation.
        return ("var", x, "natural", self.statement())

    def barrier(self):
        if self.peek() == "grid":
            self.take()
            return "sync-grid"
        return "sync"


# Derivations


def store(memory):
    return tuple((plain(array), int(j), k) for array, cells in memory.items() for j, k in cells.items())


def thread(i):
    return ("cuda", tuple(i["blockIdx"]), tuple(i["threadIdx"])) if isinstance(i, dict) else i


def phase(accesses):
    return tuple((thread(a["thread"]), a["mode"], plain(a["array"]), a["index"]) for a in accesses)


def trace(t):
    if isinstance(t, str):
        return t
    if "iter" in t:
        x, l = t["iter"]
        return ("iter", plain(x), l)
    return ("after", *map(trace, t["seq"]))


def judgment(j, reader):
    def read(text, part):
        text = reader(text)
        return text.whole(getattr(text, part))

    i = thread(j["thread"]) if "thread" in j else None
    match j["judgment"]:
        case "evaluates":
            return ("evaluates", read(j["expression"], "expression"), i, j["value"])
        case "decides":
            return ("decides", read(j["condition"], "binary"), i, str(j["value"]).lower())
        case "reads":
            return ("reads", store(j["memory"]), plain(j["array"]), j["index"], j["value"])
        case "runs" | "reaches" as kind:
            s = read(j["program"], "statement")
            made, chosen = phase(j["phase"]), trace(j["trace"])
            if "memory" not in j:
                return ("makes", s, i, made, chosen)
            run = (kind, store(j["memory"]), s, i, store(j["updates"]), made, chosen)
            if kind == "runs":
                return run
            return (*run, "end" if j["rest"] is None else read(j["rest"], "statement"))
    raise ValueError(j)


def is_of_kernel(derivation):
    """Whether it has barriers or threads of a kernel: then the checker of kernels reads it."""
    conclusions = [step["conclusion"] for step in derivation["steps"]]
    return any(j["judgment"] == "reaches" or isinstance(j.get("thread"), dict) for j in conclusions)


def steps(derivation):
    reader = KernelReader if is_of_kernel(derivation) else Reader
    return tuple(
        (step["rule"], judgment(step["conclusion"], reader), tuple(step["premises"]))
        for step in derivation["steps"]
    )


def question(derivation):
    """What the extracted program is asked of it."""
    return ("check_kernel" if is_of_kernel(derivation) else "check", steps(derivation))
