#!/usr/bin/env python3
"""Compares syntax trees and typed trees with clang's. `cuda/tests/fidelity.rs` writes them and runs this.

    tests/fidelity.py FOLDER

Each file of FOLDER has the name of a source, a line `@@ NAME OFFSET TREE` for each function that was
read, and after `@@ text` the source after preprocessing, in which OFFSET is the place of the name. A line
`T BEGIN END TYPE -> TYPE` says of which type the expression there is, and what it is converted to without
being asked; a line `C BEGIN END NAME` says where the function is declared that a call means.
Functions in which clang finds an error, since what a header declares is missing, are not compared, and
counted. Fails where two trees differ.
"""

import collections
import pathlib
import re
import sys

try:
    from clang.cindex import CursorKind as K, Index, TypeKind as T

    INDEX = Index.create()
except Exception as why:  # the package, or the library that it loads
    print(f"skipped: libclang ({str(why).splitlines()[0]})")
    sys.exit(0)

VECTORS = {
    "char": "signed char", "uchar": "unsigned char", "short": "short", "ushort": "unsigned short",
    "int": "int", "uint": "unsigned", "long": "long", "ulong": "unsigned long",
    "longlong": "long long", "ulonglong": "unsigned long long", "float": "float", "double": "double",
}
ANYTHING = """__threadfence __threadfence_block __threadfence_system __syncwarp __ldg
 __mul24 __umul24 __sinf __cosf __expf __logf __fdividef __powf __int_as_float __float_as_int __popc
 __clz __ffs __brev __float2int_rn __float2int_rz __int2float_rn __uint2float_rn __mulhi __umulhi
 sinf cosf expf logf sqrtf rsqrtf fabsf powf fmaxf fminf floorf ceilf min max umin umax abs sin cos exp
 log sqrt rsqrt fabs pow fmax fmin floor ceil tex1D tex1Dfetch tex2D tex3D memcpy printf clock clock64
 __requires __global_requires __assume __assert __global_assert __ensures __global_ensures
 __function_wide_invariant __function_wide_candidate_invariant __candidate_invariant
 __candidate_assert __candidate_global_assert __invariant __global_invariant __non_temporal_invariant
 __requires_fresh_array __implies __read __write __no_read __no_write __read_implies __write_implies
 __enabled __old_int __return_val_int __all __at_most_one __other_int
 __other_bool __uniform_bool __uniform_int __distinct_int __same_for_group __exp10f __ptr_offset_bytes
 __write_offset_bytes __read_offset_bytes __return_val_ptr __return_val_bool __return_val_unsigned
 __syncthreads_or __syncthreads_and __syncthreads_count __ballot_sync __shfl_sync __shfl_down_sync __shfl_up_sync __shfl_xor_sync __all_sync __any_sync
 __activemask curand curand_init curand_uniform __barrier_invariant __barrier_invariant_1 assert __saturatef __hadd
 atomicAdd atomicSub atomicExch atomicMin atomicMax atomicInc atomicDec atomicCAS atomicAnd atomicOr
 atomicXor atomicAdd_block atomicAdd_system atomicMax_block atomicCAS_block atomicExch_block""".split()
CLAIMS = set("""__assert __global_assert __ensures __global_ensures __function_wide_invariant
 __function_wide_candidate_invariant __candidate_invariant __candidate_assert __candidate_global_assert
 __invariant __global_invariant __non_temporal_invariant __requires_fresh_array""".split())


def prelude():
    """What CUDA declares, of types that fit wherever they are used."""
    lines = [f"#define __{name}__ __attribute__(({name}))"
             for name in ("global", "device", "host", "shared", "constant")]
    lines += ["#define __launch_bounds__(...)", "#define __forceinline__ inline",
              "#define __noinline__", "#define __managed__", "#define __align__(n)",
              "struct dim3 { unsigned x, y, z;"
              " __host__ __device__ dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1); };",
              "struct uint3;", "typedef unsigned long size_t;",
              "typedef unsigned uint; typedef unsigned char uchar; typedef unsigned short ushort;",
              "typedef unsigned long ulong; typedef struct CUstream_st *cudaStream_t;",
              "typedef int cudaError_t; typedef struct S_IO_FILE FILE;"
              "typedef unsigned char (*cudaSurfaceObject_t)[131072][1048576];"
              "typedef unsigned long long cudaTextureObject_t; typedef signed char int8_t; typedef unsigned char uint8_t; typedef short int16_t;"
              "typedef unsigned short uint16_t; typedef int int32_t; typedef unsigned uint32_t;"
              "typedef long int64_t; typedef unsigned long uint64_t; typedef long ptrdiff_t;",
              "struct __half {};",
              "namespace cooperative_groups { struct thread_block { __device__ void sync() const;"
              " __device__ unsigned thread_rank() const; __device__ unsigned size() const;"
              " __device__ dim3 group_index() const; __device__ dim3 thread_index() const; };"
              " __device__ thread_block this_thread_block();"
              " template <class G> __device__ void synchronize(G g);"
              " template <class G> __device__ void sync(G g);"
              " struct grid_group : thread_block {}; __device__ grid_group this_grid(); }",
              "struct curandState {}; struct curandStateMtgp32_t {}; typedef curandState curandState_t;",
              "constexpr decltype(nullptr) NULL = nullptr;"]
    for name, element in VECTORS.items():
        for lanes in range(1, 5):
            members = " ".join(f"{element} {lane};" for lane in "xyzw"[:lanes])
            parameters = ", ".join(f"{element} {lane}" for lane in "xyzw"[:lanes])
            lines.append(f"struct {name}{lanes} {{ {members} }};")
            lines.append(f"__device__ {name}{lanes} make_{name}{lanes}({parameters});")
    lines += ["extern const __device__ uint3 threadIdx, blockIdx;",
              "extern const __device__ dim3 blockDim, gridDim; extern const __device__ int warpSize;",
              "template <class T, int n = 1, int m = 0> struct texture {};",
              "extern \"C\" unsigned __cudaPushCallConfiguration(dim3, dim3, size_t, void *);",
              "struct Anything { template <class T> __device__ __host__ operator T() const; };"]
    for name in ANYTHING:
        result = "int" if name.startswith("curand") else "float" if name.startswith("tex") else "A"
        if name in ("__syncwarp",) or name.startswith("__threadfence"):
            lines.append(f"__device__ void {name}(...);")
        elif name in CLAIMS or name.startswith("__"):
            lines.append(f"__device__ __host__ int {name}(...);")
        else:
            pointer = "*" if name.startswith("atomic") else ""
            lines.append(f"template <class A, class... B> __device__ __host__ {result} {name}(A {pointer}a, B... b);")
    return "\n".join(lines) + "\n"


PRELUDE = prelude()

NUMBERS = {
    T.BOOL: "bool", T.CHAR_S: "i8", T.SCHAR: "signed char", T.UCHAR: "u8", T.SHORT: "i16",
    T.USHORT: "u16", T.INT: "i32", T.UINT: "u32", T.LONG: "i64", T.ULONG: "u64",
    T.LONGLONG: "long long", T.ULONGLONG: "unsigned long long", T.FLOAT: "f32", T.DOUBLE: "f64",
    T.LONGDOUBLE: "f64", T.VOID: "void", T.WCHAR: "wchar_t", T.CHAR16: "char16_t",
    T.CHAR32: "char32_t",
}


SPELT = {
    "int": "i32", "unsigned": "u32", "unsigned int": "u32", "long": "i64", "unsigned long": "u64",
    "char": "i8", "unsigned char": "u8", "short": "i16", "float": "f32", "double": "f64",
}


class Different(Exception):
    """A construct that is not spelt out here."""


class Printer:
    """Prints clang's tree of a text as ours is printed."""

    def __init__(self, text):
        # Offsets count bytes.
        self.text = text.encode()
        # What the function returns that is printed.
        self.returns = None

    def slice(self, start, end):
        return self.text[start:end].decode(errors="replace")

    def of(self, cursor):
        return self.slice(cursor.extent.start.offset, cursor.extent.end.offset)

    # Types.

    def type(self, ty, top=False):
        const = "" if top or not ty.is_const_qualified() else "const "
        const += "volatile " if ty.is_volatile_qualified() else ""
        kind = ty.kind
        if kind in (T.ELABORATED, T.TYPEDEF):
            inner = ty.get_canonical() if kind == T.TYPEDEF else ty.get_named_type()
            shown = self.type(inner, top)
            return shown if shown.startswith(const) else const + shown
        if kind in NUMBERS:
            return const + NUMBERS[kind]
        if kind == T.POINTER:
            to = ty.get_pointee()
            if to.get_canonical().kind in (T.FUNCTIONPROTO, T.FUNCTIONNOPROTO):
                return const + "function*"
            return const + self.type(to) + "*"
        if kind in (T.LVALUEREFERENCE, T.RVALUEREFERENCE):
            return self.type(ty.get_pointee()) + "&"
        if kind == T.CONSTANTARRAY:
            # The size stands in the text as an expression: only that there is one is compared.
            return self.type(ty.element_type) + "[n]"
        if kind in (T.INCOMPLETEARRAY, T.DEPENDENTSIZEDARRAY, T.VARIABLEARRAY):
            return self.type(ty.element_type) + ("[]" if kind == T.INCOMPLETEARRAY else "[n]")
        if kind == T.ENUM:
            name = ty.spelling.removeprefix("const ").removeprefix("enum ")
            return const + ("(unnamed)" if "(" in name else name)
        if kind == T.MEMBERPOINTER:
            return "<a pointer to a member>"
        if kind == T.AUTO:
            return const + "auto"
        name = re.sub(r"^((const|volatile|struct|class|enum|union|typename) )*", "", ty.spelling)
        name, _, arguments = name.partition("<")
        if arguments and not name.startswith("texture"):
            given = [a.strip() for a in arguments.rstrip(" >").split(",")]
            name += f"<{', '.join(SPELT.get(a, a) for a in given)}>"
        if "unnamed" in name or "anonymous" in name:
            name = "(unnamed)"
        return const + name

    # Expressions.

    def list(self, cursors):
        return ", ".join(self.expr(c) for c in cursors)

    def children(self, cursor):
        return [c for c in cursor.get_children()
                if not c.kind.is_attribute() and not c.kind.is_reference()
                or c.kind == K.MEMBER_REF_EXPR]

    def expr(self, c):
        start, end = c.extent.start.offset, c.extent.end.offset
        kids = list(c.get_children())
        if c.kind == K.UNEXPOSED_EXPR and self.of(c).startswith("sizeof") and not kids:
            return self.of(c)
        if c.kind in (K.UNEXPOSED_EXPR, K.PAREN_EXPR):
            inner = [k for k in kids if not k.kind.is_reference()]
            if len(inner) == 1 and inner[0].kind != c.kind or len(inner) == 1:
                return self.expr(inner[0])
            if not inner:
                return self.instance(c)
            between = self.slice(inner[0].extent.end.offset, inner[-1].extent.start.offset)
            if re.fullmatch(r"\s*\?\s*:\s*", between):
                if re.search(r"\+\+|--|\(", self.of(inner[0])):
                    return "<`a ?: b` of what may change something>"
                one = self.expr(inner[0])
                return f"({one} ? {one} : {self.expr(inner[-1])})"
            raise Different(f"{c.kind}: {self.of(c)}")
        if c.kind == K.INTEGER_LITERAL:
            return number(self.of(c))
        if c.kind == K.CHARACTER_LITERAL:
            return character(self.of(c))
        if c.kind == K.FLOATING_LITERAL:
            return "<f32>" if self.of(c)[-1] in "fF" else "<f64>"
        if c.kind == K.STRING_LITERAL:
            return "<string>"
        if c.kind == K.CXX_BOOL_LITERAL_EXPR:
            return self.of(c)
        if c.kind == K.CXX_NULL_PTR_LITERAL_EXPR:
            return "nullptr"
        if c.kind == K.DECL_REF_EXPR:
            return self.instance(c)
        if c.kind == K.UNARY_OPERATOR:
            inner = kids[-1]
            if inner.extent.start.offset > start:
                return f"({self.slice(start, inner.extent.start.offset).strip()}{self.expr(inner)})"
            return f"({self.expr(inner)}{self.slice(inner.extent.end.offset, end).strip()})"
        if c.kind in (K.BINARY_OPERATOR, K.COMPOUND_ASSIGNMENT_OPERATOR):
            return self.binary(*kids)
        if c.kind == K.CONDITIONAL_OPERATOR:
            a, b, d = kids
            return f"({self.expr(a)} ? {self.expr(b)} : {self.expr(d)})"
        if c.kind == K.ARRAY_SUBSCRIPT_EXPR:
            return f"{self.expr(kids[0])}[{self.expr(kids[1])}]"
        if c.kind == K.MEMBER_REF_EXPR:
            inner = [k for k in kids if not k.kind.is_reference()]
            if not inner:
                return c.spelling or self.of(c)
            between = self.slice(inner[0].extent.end.offset, end)
            arrow = "->" if between.strip().startswith("->") else "."
            name = re.sub(r"^(->|\.)\s*(template\b)?", "", between.strip())
            if "::" in name:
                return "<a member that is named with its class>"
            # A member without a name, through which this one is reached, is written with its name.
            return f"{self.expr(inner[0])}{arrow}{name}" if name else self.expr(inner[0])
        if c.kind in (K.CSTYLE_CAST_EXPR, K.CXX_STATIC_CAST_EXPR, K.CXX_REINTERPRET_CAST_EXPR,
                      K.CXX_CONST_CAST_EXPR, K.CXX_FUNCTIONAL_CAST_EXPR, K.CXX_DYNAMIC_CAST_EXPR):
            inner = [k for k in kids if not k.kind.is_reference()]
            if c.kind == K.CXX_FUNCTIONAL_CAST_EXPR:
                ty = self.type(c.type, True)
                if inner and inner[-1].kind == K.CALL_EXPR and inner[-1].extent == c.extent:
                    return f"{ty}({self.list(inner[-1].get_children())})"
                if inner and inner[-1].kind == K.INIT_LIST_EXPR:
                    return f"{ty}({self.list(inner[-1].get_children())})"
                scalar = c.type.get_canonical().kind in NUMBERS
                shown = self.expr(inner[-1])
                return f"(({ty}) {shown})" if scalar else f"{ty}({shown})"
            if re.match(r"(reinterpret|const)_cast\s*<[^()]*[^&]&\s*>\s*\(", self.of(c)):
                # It is `*reinterpret_cast<T *>(&e)`.
                return f"(*(({self.type(c.type)}*) (&{self.expr(inner[-1])})))"
            refers = "&" if re.match(r"static_cast\s*<[^()]*&\s*>\s*\(", self.of(c)) else ""
            return f"(({self.type(c.type)}{refers}) {self.expr(inner[-1])})"
        if c.kind == K.CALL_EXPR:
            return self.call(c, kids)
        if c.kind == K.CXX_UNARY_EXPR:
            inner = [k for k in kids if not k.kind.is_reference()]
            if inner and not kids[0].kind.is_reference():
                return f"(sizeof {self.expr(inner[0])})"
            return "sizeof(?)"
        if c.kind == K.INIT_LIST_EXPR:
            return "{" + self.list(kids) + "}"
        if c.kind == K.COMPOUND_LITERAL_EXPR:
            return f"{self.type(c.type)}({self.list(kids[-1].get_children())})"
        if c.kind in (K.CXX_NEW_EXPR, K.CXX_DELETE_EXPR):
            return "<memory that a thread allocates>"
        if c.kind == K.LAMBDA_EXPR:
            return "<a lambda expression>"
        if c.kind == K.StmtExpr:
            return "<a statement in an expression>"
        raise Different(f"{c.kind}: {self.of(c)}")

    def instance(self, c):
        """A name, with the arguments that a template was given."""
        written = re.sub(r"\s+", " ", self.of(c))
        if "<" not in written:
            return written.replace(" ", "") or c.spelling
        name, _, arguments = written.partition("<")
        arguments, _, member = arguments.rpartition(">")
        shown = []
        for argument in arguments.split(","):
            qualifiers, argument = re.fullmatch(r"\s*((?:const |volatile )*)(.*?)\s*", argument).groups()
            shown.append(qualifiers + SPELT.get(argument, argument.replace(" ", "")))
        return f"{name.strip()}<{', '.join(shown)}>{member.replace(' ', '')}"

    def binary(self, a, b):
        op = self.slice(a.extent.end.offset, b.extent.start.offset).strip()
        if op in (".*", "->*"):
            return "<a pointer to a member>"
        return f"({self.expr(a)} {op} {self.expr(b)})"

    def call(self, c, kids):
        start, end = c.extent.start.offset, c.extent.end.offset
        inner = [k for k in kids if not k.kind.is_reference()]
        arguments = list(c.get_arguments())
        if c.spelling.startswith("operator") and kids and re.search(r"\boperator\b", self.of(kids[0])):
            # `a.operator()(i)`, `operator/(a, b)`
            base = [k for k in kids[0].get_children() if not k.kind.is_reference()]
            arrow = ""
            if kids[0].kind == K.MEMBER_REF_EXPR and base:
                between = self.slice(base[0].extent.end.offset, kids[0].extent.end.offset)
                arrow = self.expr(base[0]) + ("->" if between.lstrip().startswith("->") else ".")
            return f"{arrow}{c.spelling}({self.list(arguments)})"
        if c.spelling.startswith("operator") and len(inner) >= 2:
            symbol = c.spelling[len("operator"):]
            operands = [k for k in inner if not (
                k.kind in (K.UNEXPOSED_EXPR, K.DECL_REF_EXPR) and k.spelling == c.spelling)]
            if symbol == "()":
                return f"{self.expr(operands[0])}({self.list(operands[1:])})"
            if symbol == "[]":
                return f"{self.expr(operands[0])}[{self.expr(operands[1])}]"
            if len(operands) == 2 and symbol in ("++", "--"):
                return f"({self.expr(operands[0])}{symbol})"
            if len(operands) == 2:
                return self.binary(*operands)
            if len(operands) == 1 and not self.slice(start, end).startswith("operator"):
                if operands[0].extent.start.offset > start:
                    return f"({symbol}{self.expr(operands[0])})"
                return f"({self.expr(operands[0])}{symbol})"
        if len(inner) == 3 and not re.search(r"\w", self.of(inner[1])):
            # An operator of which several may be meant.
            return self.binary(inner[0], inner[2])
        if len(inner) == 1 and inner[0].extent == c.extent and not self.of(c).endswith("()"):
            return self.expr(inner[0])
        ty = c.type.get_canonical()
        constructs = c.referenced is not None and c.referenced.kind == K.CONSTRUCTOR
        if constructs:
            if len(inner) == 1 and inner[0].extent.end == c.extent.end:
                return self.expr(inner[0])
            return f"{self.type(c.type, True)}({self.list(inner)})"
        if not inner:
            # An object of a class template, whose constructor is not known before its arguments.
            return f"{self.type(c.type, True)}()"
        if len(inner) == 1 and inner[0].kind == K.INIT_LIST_EXPR and inner[0].extent.end == c.extent.end:
            # Likewise, made in braces.
            return f"{self.type(c.type, True)}({self.list(inner[0].get_children())})"
        head = self.slice(start, inner[0].extent.start.offset).strip()
        if head.endswith("("):
            # An object of a type that a parameter stands for.
            return f"{head[:-1].strip()}({self.list(inner)})"
        callee, rest = inner[0], inner[1:]
        name = self.expr(callee)
        if name in CLAIMS:
            rest = []
        rest = [k for k in rest if k.extent.start.offset >= callee.extent.end.offset]
        return f"{name}({self.list(rest)})"

    # Statements.

    def variable(self, d):
        if d.kind != K.VAR_DECL:
            raise Different(f"{d.kind}: {self.of(d)}")
        ty = self.declared(d)
        shown = f"(declare {ty} {d.spelling}"
        name = d.location.offset + len(d.spelling.encode())
        inits = [k for k in d.get_children()
                 if k.kind.is_expression() and k.extent.start.offset >= name]
        after = self.slice(name, d.extent.end.offset)
        after = re.sub(r"^(\s*(\[[^\]]*\]|__attribute__\s*\(\(.*?\)\)))*", "", after).strip()
        # The sizes of arrays are children, too.
        while inits and not after:
            inits.pop()
        if not after:
            return shown + ")"
        if not inits:
            # A constructor's call begins where the name does.
            inits = [k for k in d.get_children() if k.kind == K.CALL_EXPR]
        if not inits:
            raise Different(f"{d.kind}: {self.of(d)}")
        init = inits[-1]
        if after.startswith("="):
            return f"{shown} = {self.expr(init)})"
        if after.startswith("("):
            if init.kind == K.CALL_EXPR and init.referenced is not None and (
                    init.referenced.kind == K.CONSTRUCTOR):
                # Default arguments have no text.
                inner = [k for k in init.get_children()
                         if not k.kind.is_reference() and self.of(k)]
                return f"{shown} ({self.list(inner)}))"
            if init.kind.name == "UNEXPOSED_EXPR" and self.of(init).startswith("("):
                return f"{shown} ({self.list(init.get_children())}))"
            return f"{shown} ({self.expr(init)}))"
        return f"{shown} = {self.expr(init)})"

    def parts(self, d):
        """`auto [x, y] = e;`"""
        before, names = self.of(d).split("]")[0].split("[")
        if "&" in before:
            return ["<new names of the parts of an object>"]
        init = [k for k in d.get_children() if k.kind.is_expression()][-1]
        named = enumerate(name.strip() for name in names.split(","))
        return [f"(declare auto PARTS = {self.expr(init)})",
                *(f"(declare auto {name} = <part {n} of PARTS>)" for n, name in named)]

    def declared(self, d):
        """The type of a variable, without its own `const`."""
        return self.type(d.type, True) if d.type.kind != T.CONSTANTARRAY else self.type(d.type)

    def stmt(self, c):
        kids = [k for k in c.get_children() if not k.kind.is_attribute()]
        if c.kind == K.COMPOUND_STMT:
            return "(block" + "".join(" " + self.stmt(k) for k in kids) + ")"
        if c.kind == K.DECL_STMT:
            shown = []
            for d in kids:
                if d.kind == K.VAR_DECL:
                    shown.append(self.variable(d))
                elif d.kind == K.UNEXPOSED_DECL and self.of(d).split("[")[0].rstrip("& ").endswith("auto"):
                    shown += self.parts(d)
                elif d.kind in (K.TYPEDEF_DECL, K.STRUCT_DECL, K.ENUM_DECL, K.CLASS_DECL,
                                K.TYPE_ALIAS_DECL, K.USING_DECLARATION, K.USING_DIRECTIVE,
                                K.STATIC_ASSERT, K.UNION_DECL):
                    continue
                else:
                    raise Different(f"{d.kind}: {self.of(d)}")
            return " ".join(shown) if shown else "(empty)"
        if c.kind == K.NULL_STMT:
            return "(empty)"
        if c.kind == K.IF_STMT:
            return self.if_stmt(c, kids)
        if c.kind == K.FOR_STMT:
            return self.for_stmt(c, kids)
        if c.kind == K.WHILE_STMT:
            if kids[0].kind == K.VAR_DECL:
                return "<a declaration in the condition of a loop>"
            return f"(while {self.expr(kids[0])} {self.stmt(kids[1])})"
        if c.kind == K.DO_STMT:
            return f"(do {self.stmt(kids[0])} {self.expr(kids[1])})"
        if c.kind == K.SWITCH_STMT:
            return f"(switch {self.expr(kids[0])} {self.stmt(kids[1])})"
        if c.kind == K.CASE_STMT and len(kids) == 3:
            return self.label_range(*kids)
        if c.kind == K.CASE_STMT:
            return f"(case {self.expr(kids[0])} {self.stmt(kids[-1])})"
        if c.kind == K.DEFAULT_STMT:
            return f"(default {self.stmt(kids[-1])})"
        if c.kind == K.LABEL_STMT:
            return f"(label {c.spelling} {self.stmt(kids[-1])})"
        if c.kind == K.GOTO_STMT:
            return f"(goto {self.of(c).split()[1].rstrip(';')})"
        if c.kind == K.RETURN_STMT:
            if kids and kids[0].kind == K.INIT_LIST_EXPR:
                return f"(return {self.type(self.returns)}({self.list(kids[0].get_children())}))"
            return f"(return {self.expr(kids[0])})" if kids else "(return)"
        if c.kind == K.BREAK_STMT:
            return "(break)"
        if c.kind == K.CONTINUE_STMT:
            return "(continue)"
        if c.kind in (K.ASM_STMT, K.MS_ASM_STMT):
            return "<inline assembly>"
        if c.kind == K.CXX_FOR_RANGE_STMT:
            return self.range_loop(c, kids)
        return f"(expr {self.expr(c)})"

    def label_range(self, first, last, statement):
        """`case a ... b:`, as a label for each number."""
        numbers = self.of(first), self.of(last)
        if not all(number.isdecimal() for number in numbers):
            return f"(case <a range of labels that are no literals> {self.stmt(statement)})"
        first, last = map(int, numbers)
        if last - first >= 64:
            return f"(case <a range of so many labels> {self.stmt(statement)})"
        labels = range(first, last + 1)
        return "".join(f"(case {n} " for n in labels) + self.stmt(statement) + ")" * len(labels)

    def range_loop(self, c, kids):
        """`for (T x : e)` over what has a name, as the loop over an array that it is read as."""
        variables = [kid for kid in kids if kid.kind == K.VAR_DECL]
        ranges = [kid for kid in kids if kid.kind.is_expression()]
        if len(variables) != 1 or not ranges:
            return "<a loop over a range>"
        x, e, at = variables[0], self.expr(ranges[0]), "(each)"
        if x.spelling == re.split(r"\W", e)[0]:
            return "<a loop over a range>"
        declared = f"(declare {self.declared(x)} {x.spelling} = {e}[{at}])"
        count = f"((sizeof {e}) / (sizeof {e}[0]))"
        body = f"(block {declared} {self.stmt(kids[-1])})"
        return f"(for (declare u64 {at} = 0); ({at} < {count}); ({at}++) {body})"

    def if_stmt(self, c, kids):
        before = []
        while kids and kids[0].kind in (K.VAR_DECL, K.DECL_STMT):
            first = kids.pop(0)
            before.append(self.variable(first) if first.kind == K.VAR_DECL else self.stmt(first))
        if kids[0].kind.is_expression() and before and self.expr(kids[0]).startswith("(declare"):
            kids.pop(0)
        shown = f"(if {self.expr(kids[0])} {self.stmt(kids[1])}"
        shown += f" else {self.stmt(kids[2])})" if len(kids) > 2 else ")"
        return f"(block {' '.join(before)} {shown})" if before else shown

    def for_stmt(self, c, kids):
        body = kids.pop()
        start = c.extent.start.offset
        head = self.text[start:body.extent.start.offset]
        semicolons, depth = [], 0
        for n, byte in enumerate(head):
            if byte in b"([{":
                depth += 1
            elif byte in b")]}":
                depth -= 1
            elif byte == ord(";") and depth == 1:
                semicolons.append(start + n)
        init, condition, step = "(empty)", "", ""
        for kid in kids:
            at = kid.extent.start.offset
            if at < semicolons[0]:
                init = self.stmt(kid)
            elif at < semicolons[1]:
                condition = self.expr(kid)
            else:
                step = self.expr(kid)
        return f"(for {init}; {condition}; {step} {self.stmt(body)})"


def number(text):
    digits = text.rstrip("uUlLzZ").replace("'", "").lower()
    if digits.startswith(("0x", "0b")):
        return str(int(digits, 0))
    return str(int(digits, 8) if digits.startswith("0") and len(digits) > 1 else int(digits))


def character(text):
    value = eval(text[text.index("'"):], {"__builtins__": {}}) if text else "\0"
    return str(ord(value)) if len(value) == 1 else "<a literal of several characters>"


def ours(tree):
    """What is not compared of our tree: sizes of arrays, names of unnamed types."""
    tree = re.sub(r"\(unnamed enumeration \d+\)", "(unnamed)", tree)
    tree = re.sub(r"\(parts \d+\)", "PARTS", tree)
    tree = re.sub(r"\(each \d+\)", "(each)", tree)
    # A class of a function template has the arguments of that.
    tree = re.sub(r"(?<=[\w)]) \(\d+\)<[^<>]*>", "", tree)
    # A number behind a type tells it from another of the same name; behind a variable it is its value.
    tree = re.sub(r"(\(declare [^()]+(?:\(\d+\) \w+)? )\((\d+)\)\)", r"\1( \2))", tree)
    tree = re.sub(r"(?<=\w) \(\d+\)", "", tree)
    tree = theirs(re.sub(r"\(unnamed structure \d+\)", "UNNAMED", tree))
    # A list that is assigned has the type of the place.
    while (at := tree.find(LISTED)) >= 0:
        begin = at + len(LISTED) - 1
        end = begin + closing(tree[begin:])
        tree = f"{tree[:at]}= {{{tree[begin + 1:end]}}}{tree[end + 1:]}"
    # The size of an array stands in clang's type as a number.
    tree = re.sub(r"\(\((?:const )?\w+(\[[^\]]+\])+\**\) ",
                  lambda m: re.sub(r"\[[^\]]+\]", "[n]", m[0]), tree)
    out, rest = "", tree
    while "(declare " in rest:
        before, rest = rest.split("(declare ", 1)
        out += before + "(declare "
        while not rest.startswith((" = ", ")", " (")):
            size = closing(rest) if rest[0] == "[" else 0
            out += rest[0] if size == 0 else "[]" if size == 1 else "[n]"
            rest = rest[size + 1:]
    return out + rest


# How a list that is assigned begins in our tree.
LISTED = "= decltype(?)("


def closing(text):
    """Where the bracket at the start is closed."""
    depth = 0
    for n, c in enumerate(text):
        depth += (c in "[(") - (c in "])")
        if depth == 0:
            return n
    return len(text)


def theirs(tree):
    """What is not compared of either: qualifications, and what `sizeof` is asked of."""
    tree = re.sub(r"(\b\w+)?::", "", tree)
    # A lambda expression becomes a pointer by a member that has no name.
    tree = re.sub(r"(<a lambda expression>)\.(?!\w)", r"\1", tree)
    # Statements in an expression are read as a lambda expression that is called at once.
    tree = tree.replace("<a lambda expression>()", "<a statement in an expression>")
    tree = re.sub(r"decltype\((?:[^()]|\([^()]*\))*\)", "decltype(?)", tree)
    # Operators in the arguments of a template stand in clang's tree as they are written.
    tree = re.sub(r"(\w+)<([^<>]*)>(?=\()",
                  lambda m: f"{m[1]}<{re.sub('[() ]', '', m[2])}>", tree)
    out, rest = "", tree
    while "sizeof(" in rest:
        before, rest = rest.split("sizeof", 1)
        out += before + "sizeof"
        if rest.startswith("("):
            out, rest = out + "(?)", rest[closing(rest) + 1:]
    return out + rest


def same(tree, expected):
    """A structure without a name of its own has that of its `typedef` in clang's tree. A list that is not read may
    be any."""
    pattern = re.escape(re.sub(r"\s+", "", ours(tree))).replace("UNNAMED", r"(?:\w+|\(unnamed\))")
    pattern = pattern.replace(re.escape("<alistofvaluesinbraces>"), r"\{.*\}")
    return re.fullmatch(pattern, re.sub(r"\s+", "", expected)) is not None


def functions(cursor, found):
    for c in cursor.get_children():
        if c.kind in (K.NAMESPACE, K.LINKAGE_SPEC, K.UNEXPOSED_DECL):
            functions(c, found)
        elif c.kind in (K.FUNCTION_DECL, K.FUNCTION_TEMPLATE):
            found[c.location.offset] = c


class Facts:
    """What clang says of the expressions of a function, by where they begin and end: their types, from the
    inside out, and which functions calls mean. Nothing is said of what hangs on a function of the prelude,
    of which the types are not CUDA's; of bit-fields, which are parts of numbers in our tree; of the type of an
    enumerator, which is a number's there; and of what an index is converted to, which is promoted there: neither
    changes a value."""

    COMPUTES = (K.UNARY_OPERATOR, K.BINARY_OPERATOR, K.COMPOUND_ASSIGNMENT_OPERATOR,
                K.CONDITIONAL_OPERATOR)
    CASTS = (K.CSTYLE_CAST_EXPR, K.CXX_STATIC_CAST_EXPR, K.CXX_FUNCTIONAL_CAST_EXPR)

    def __init__(self, before):
        self.before, self.types, self.calls = before, {}, {}

    def inside(self, c):
        """What an expression is made of, conversions that nobody asked for and parentheses taken off."""
        types = []
        while True:
            types.append(VALUES.get(c.type.get_canonical().kind))
            inner = [k for k in c.get_children() if not k.kind.is_reference()]
            if c.kind not in (K.UNEXPOSED_EXPR, K.PAREN_EXPR) or len(inner) != 1:
                return c, types[::-1]
            c = inner[0]

    def of_prelude(self, c):
        c = self.inside(c)[0]
        kids = [k for k in c.get_children() if k.kind.is_expression()]
        if c.kind == K.CALL_EXPR:
            called = c.referenced
            # What is clang's own is declared where it is called.
            return called is None or called.location.offset < self.before or (
                called.location.offset == c.extent.start.offset)
        if c.kind == K.DECL_REF_EXPR and c.referenced is not None:
            init = [k for k in c.referenced.get_children() if k.kind.is_expression()]
            words = [t.spelling for t in c.referenced.get_tokens()] if init else []
            return "auto" in words and self.of_prelude(init[-1])
        return c.kind in self.COMPUTES and any(self.of_prelude(k) for k in kids)

    def add(self, c, whole=True):
        """`whole`: whether what it is converted to counts, too."""
        if not c.kind.is_expression():
            for k in c.get_children():
                self.add(k)
            return
        inner, types = self.inside(c)
        place = (inner.extent.start.offset - self.before, inner.extent.end.offset - self.before)
        kids = [k for k in inner.get_children() if not k.kind.is_reference()]
        unknown = self.of_prelude(inner)
        field = inner.kind == K.MEMBER_REF_EXPR and inner.referenced is not None and (
            inner.referenced.is_bitfield())
        if types[0] and not unknown and not field:
            types = [ty for ty in types if ty]
            chain = [ty for n, ty in enumerate(types) if n == 0 or types[n - 1] != ty]
            self.types[place] = (" -> ".join(chain), whole)
        called = inner.referenced if inner.kind == K.CALL_EXPR else None
        if called is not None and not unknown and called.kind in CALLED:
            self.calls[place] = (called.get_definition() or called).location.offset - self.before
        exact = inner.kind not in self.CASTS and not unknown and not (
            inner.kind in self.COMPUTES and any(self.of_prelude(k) for k in kids))
        pointers = any(k.type.get_canonical().kind in POINTERS for k in kids)
        moves = inner.kind in (K.ARRAY_SUBSCRIPT_EXPR, K.BINARY_OPERATOR) and pointers
        # Of a list, libclang shows what is written, and of a call of what is no function, nothing is known.
        shown = inner.kind != K.INIT_LIST_EXPR and (
            inner.kind != K.CALL_EXPR or called is not None and called.kind in CALLED)
        for k in kids:
            self.add(k, exact and shown and not moves)

    def compare(self, ours, counts):
        """Compares what both say."""
        wrong = []
        for line in ours:
            mark, begin, end, said = line.split(" ", 3)
            place = (int(begin), int(end))
            if mark == "C" and place in self.calls:
                counts["calls"] += 1
                if int(said) != self.calls[place]:
                    wrong.append((place, said, self.calls[place]))
            if mark == "T" and place in self.types:
                expected, whole = self.types[place]
                chain = [ty for ty in said.split(" -> ") if ty in VALUES.values()]
                if not whole:
                    chain, expected = chain[:1], expected.split(" -> ")[0]
                if chain:
                    counts["types"] += 1
                    if " -> ".join(chain) != expected:
                        wrong.append((place, " -> ".join(chain), expected))
        return wrong


CALLED = (K.FUNCTION_DECL, K.FUNCTION_TEMPLATE, K.CXX_METHOD, K.CONVERSION_FUNCTION, K.CONSTRUCTOR)
POINTERS = (T.POINTER, T.CONSTANTARRAY, T.INCOMPLETEARRAY, T.VARIABLEARRAY)

# The numbers that the typed tree tells apart.
VALUES = {
    T.BOOL: "bool", T.CHAR_S: "char", T.SCHAR: "char", T.UCHAR: "unsigned char", T.SHORT: "short",
    T.USHORT: "unsigned short", T.INT: "int", T.UINT: "unsigned int", T.LONG: "long",
    T.ULONG: "unsigned long", T.LONGLONG: "long", T.ULONGLONG: "unsigned long", T.FLOAT: "float",
    T.DOUBLE: "double",
}


def main():
    counts = collections.Counter()
    shown = 0
    for path in sorted(pathlib.Path(sys.argv[1]).iterdir()):
        head, _, text = path.read_text().partition("@@ text\n")
        name, *lines = head.splitlines()
        # A name that files give functions, too.
        half = "" if re.search(r"\bhalf \(", text) else "typedef __half half;\n"
        before = PRELUDE + half
        whole = before + text
        unit = INDEX.parse(
            "t.cu", unsaved_files=[("t.cu", whole)],
            args=["-x", "cuda", "--cuda-device-only", "-nocudainc", "-nocudalib", "-std=c++17", "-w",
                  "--cuda-gpu-arch=sm_60", "-ferror-limit=0"])
        # What a kernel may use of the host changes no tree.
        wrong = [d for d in unit.diagnostics
                 if d.severity >= 3 and not d.spelling.startswith("reference to __host__")]
        errors = [d.location.offset for d in wrong]
        found = {}
        functions(unit.cursor, found)
        printer, facts = Printer(whole), Facts(len(before.encode()))
        typed = [line for line in lines if line[:2] in ("T ", "C ")]
        for line in lines[:len(lines) - len(typed)]:
            mark, function, at, tree = line.split(" ", 3)
            cursor = found.get(int(at) + len(before))
            if mark == "!!":
                counts["not read"] += 1
                print(f"not read: {name}: {function}: {tree}")
                continue
            body = [c for c in cursor.get_children() if c.kind == K.COMPOUND_STMT] if cursor else []
            extent = (cursor.extent.start.offset, cursor.extent.end.offset) if cursor else (0, 0)
            if not body or any(extent[0] <= e <= extent[1] for e in errors):
                counts["clang has an error"] += 1
                why = [d.spelling for d in wrong if extent[0] <= d.location.offset <= extent[1]]
                print(f"not compared: {name}: {function}: {why[0] if why else 'not found'}")
                continue
            if cursor.kind == K.FUNCTION_DECL:
                facts.add(body[0])
            # What is left out is written there in our tree, and what a list names is not in that of libclang.
            if re.search(r"[{,]\s*\.\s*[A-Za-z_]\w*\s*[={]", printer.of(body[0])):
                counts["lists that name parts"] += 1
                continue
            try:
                printer.returns = cursor.result_type
                expected = theirs(printer.stmt(body[0]))
            except Different as what:
                expected = f"<{what}>"
            if same(tree, expected):
                counts["same"] += 1
                continue
            counts["different"] += 1
            shown += 1
            if shown <= 20:
                print(f"DIFFERENT: {name}: {function}\n  ours:  {ours(tree)}\n  clang: {expected}",
                      file=sys.stderr)
        for (begin, end), said, expected in facts.compare(typed, counts):
            counts["different"] += 1
            print(f"DIFFERENT: {name}: `{text[begin:end]}`\n  ours:  {said}\n  clang: {expected}",
                  file=sys.stderr)
    print(", ".join(f"{n} {what}" for what, n in counts.items()))
    compared = counts["same"] and counts["types"] and (counts["calls"] or counts["types"] < 1000)
    return 1 if counts["different"] or not compared else 0


if __name__ == "__main__":
    sys.exit(main())
