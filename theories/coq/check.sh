#!/usr/bin/env bash
# Builds every proof and prints what each theorem rests on. Fails where a theorem rests on anything that
# is not proved, and where a theorem is not asked.
#
#     theories/coq/check.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

if ! command -v coqc >/dev/null; then
    [ "${CI:-}" = true ] && exit 1
    echo "skipped: Coq (coqc is not installed)"
    exit 0
fi

if grep -nwE 'Admitted|admit|Axiom|Axioms|Parameter|Parameters|Conjecture|Abort' ./*.v; then
    echo "something is not proved"
    exit 1
fi

make --no-print-directory -j2

# Every theorem of every file is asked, in order of the files.
files=$(grep '\.v$' _CoqProject | grep -v '^Assumptions.v$')
# shellcheck disable=SC2086 # a list of files
theorems=$(cat $files | sed -nE 's/^Theorem ([A-Za-z0-9_]+).*/\1/p')
asked=$(sed -nE 's/^Print Assumptions ([A-Za-z0-9_]+)\.$/\1/p' Assumptions.v)
if ! diff <(echo "$theorems") <(echo "$asked"); then
    echo "Assumptions.v does not ask for every theorem, in order of the files"
    exit 1
fi

# Its answers are one line for each theorem that rests on nothing, and more lines for another.
said=$(coqc -q -Q . Jaminan Assumptions.v)
paste -d ' ' <(echo "$asked") <(echo "$said") | sed 's/ / — /'
count=$(echo "$asked" | wc -l)
if [ "$(echo "$said" | grep -c '^Closed under the global context$')" != "$count" ] ||
    [ "$(echo "$said" | wc -l)" != "$count" ]; then
    echo "a theorem rests on something that is not proved"
    exit 1
fi
echo "$count theorems, each closed under the global context"
