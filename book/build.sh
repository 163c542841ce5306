#!/usr/bin/env bash
# Builds the book and the playground into the folder `target/book/site`, which any static host can serve.
#
# Says `skipped: …` and ends with 3 where it cannot have the playground (see playground/build.sh) or pdflatex.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
out=$PWD/target/book

if ! command -v pdflatex >/dev/null; then
    echo "skipped: the book (pdflatex)"
    exit 3
fi
playground/build.sh
CARGO_TARGET_DIR=$out cargo run --quiet --manifest-path book/Cargo.toml -- "$PWD" target/playground/page "$out/site"
