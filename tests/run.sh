#!/usr/bin/env bash
# Runs every test, and first installs what they need where that is missing (Debian, Ubuntu).
#
#     tests/run.sh            everything
#     tests/run.sh --offline  installs nothing
#
# A tool that cannot be had is named in a line `skipped: …`, and what needs it is left out; so are
# published tables that are not part of the repository: `skipped: … (not there)`. With CI=true a tool
# that is left out is a failure.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# The library that is used in process, at the version that the tour's answers are from.
Z3_SOLVER=5.4.0.0
# The parser that the trees of kernels are compared with.
LIBCLANG=18.1.1
# The cluster that parts are run on.
DISTRIBUTED=2025.11.0

say() { printf '\n== %s\n' "$*"; }

root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

# What the tests call, and the Debian package that has it.
install_programs() {
    local missing=() program package
    while read -r program package; do
        command -v "$program" >/dev/null || missing+=("$package")
    done <<'PROGRAMS'
c++ g++
z3 z3
cvc5 cvc5
python3 python3
pdflatex texlive-latex-base
coqc coq
ocamlfind ocaml-findlib
chromium chromium
oclgrind oclgrind
PROGRAMS
    python3 -m pip --version >/dev/null 2>&1 || missing+=(python3-pip)
    # An old libz3, beside the one below.
    compgen -G '/usr/lib/*/libz3.so.4' >/dev/null || missing+=(libz3-4)
    # Proof trees; and the fonts that documents with them ask for.
    kpsewhich bussproofs.sty >/dev/null 2>&1 || missing+=(texlive-science texlive-latex-recommended)
    # The page is bundled with it. Where there is a Node.js of another origin, it stays.
    command -v npm >/dev/null || missing+=(nodejs npm)
    if [ "${#missing[@]}" = 0 ]; then return; fi
    command -v apt-get >/dev/null || { echo "not Debian: install ${missing[*]} by hand"; return; }
    say "Installing ${missing[*]}"
    root apt-get update -qq &&
        root env DEBIAN_FRONTEND=noninteractive \
            apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null ||
        echo "cannot install ${missing[*]}"
}

# install_package MODULE PACKAGE VERSION
install_package() {
    python3 -c "import $1" >/dev/null 2>&1 && return
    say "Installing $2"
    # Debian's Python keeps its own packages apart and wants to be told; an older pip knows no such flag.
    local flags=()
    if python3 -m pip install --help | grep -q break-system-packages; then
        flags=(--break-system-packages)
    fi
    PIP_ROOT_USER_ACTION=ignore PIP_DISABLE_PIP_VERSION_CHECK=1 \
        python3 -m pip install --quiet "${flags[@]}" "$2==$3" ||
        echo "cannot install $2"
}

if [ "${1:-}" != --offline ]; then
    install_programs
    install_package z3 z3-solver "$Z3_SOLVER"
    install_package clang.cindex libclang "$LIBCLANG"
    install_package distributed distributed "$DISTRIBUTED"
fi

say "cargo fmt --check"
cargo fmt --check
say "cargo clippy"
cargo clippy --quiet --workspace --all-targets -- -D warnings
say "cargo doc"
RUSTDOCFLAGS="-D warnings" cargo doc --quiet --workspace --no-deps
# First: some tests ask what is extracted from them.
if command -v coqc >/dev/null && command -v ocamlfind >/dev/null; then
    say "proofs"
    theories/coq/check.sh
    make --silent -C theories/coq extraction
    proofs=true
else
    proofs=false
fi
say "cargo test"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# What a test that passes prints is shown too: it may be the name of a tool that it went without.
cargo test --workspace --no-fail-fast -- --show-output | tee "$log"
say "planted bugs"
cargo test --package jaminan-theories --features mutants --test planted_bugs

say "a cluster"
tests/scale.py | tee -a "$log"

if [ "$proofs" = true ]; then
    say "proofs, beside the rest"
    tests/coq.py page
    tests/coq.py hypotheses
    tests/coq.py rules
    tests/coq.py changes
else
    echo "skipped: the proofs in theories/coq (coqc, ocamlfind)" | tee -a "$log"
fi

say "playground"
playground/test.sh | tee -a "$log"

say "book"
book/test.sh | tee -a "$log"

skipped=$(grep -h '^skipped: ' "$log" | sort -u || true)
if [ -n "$skipped" ]; then
    say "Left out"
    echo "$skipped"
    if [ "${CI:-}" = true ] && grep -qv '(not there)' <<<"$skipped"; then
        echo "CI has every tool: this is a failure"
        exit 1
    fi
fi
say "All tests pass"
