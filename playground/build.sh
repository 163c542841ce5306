#!/usr/bin/env bash
# Builds the playground into the folder `target/playground/page`, which any static host can serve.
#
#     playground/build.sh            the whole page
#     playground/build.sh --wasm     only the WebAssembly and its JavaScript
#
# The standard library for the target comes from rustup; where there is none, from Debian's packages rustc-web,
# cargo-web, rust-web-src and lld. Says `skipped: …` and ends with 3 where neither can be had.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
target=wasm32-unknown-unknown
out=$PWD/../target/playground
page=$out/page

cargo=(cargo)
flags=()
if command -v rustup >/dev/null && rustup target add "$target" >/dev/null 2>&1; then
    :
elif dpkg-query -W rustc-web cargo-web rust-web-src lld >/dev/null 2>&1; then
    cargo=(/usr/bin/cargo)
    export RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1
    # Debian's compiler brings no linker for the target: the one of lld has another name than rustup's.
    export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld
    flags=(-Z build-std=std,panic_abort)
else
    echo "skipped: the playground (no standard library for $target)"
    exit 3
fi

# A judgment nests as deep as a loop is long: the stack is larger than a browser's own.
export RUSTFLAGS="-C link-arg=-zstack-size=16777216"
CARGO_TARGET_DIR=$out "${cargo[@]}" build --quiet --release --target "$target" "${flags[@]}"
(unset RUSTFLAGS RUSTC_BOOTSTRAP
 CARGO_TARGET_DIR=$out "${cargo[@]}" run --quiet --manifest-path bindgen/Cargo.toml -- \
     "$out/$target/release/playground.wasm" "$out/bindings")
if [ "${1:-}" != --wasm ]; then
    if ! command -v npm >/dev/null; then
        echo "skipped: the playground's page (npm)"
        exit 3
    fi
    (cd page && npm ci --silent --no-audit --no-fund && node bundle.mjs "$out/bindings" "$page")
    bytes=$(find "$page" -type f -exec gzip -9 -c {} \; | wc -c)
    echo "$page: $((bytes / 1024)) KiB compressed, $(du -sk "$page" | cut -f1) KiB in all"
fi
