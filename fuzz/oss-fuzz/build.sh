#!/bin/bash -eu
# Builds the targets, and packs what each begins with: files of the repository, and `fuzz/corpus/TARGET` where it is there.
cd "$SRC/jaminan"
cargo fuzz build -O
declare -A seeds=(
    [jam]="examples/*.jam tests/corpus/*.jam"
    [map]="tests/corpus/*.map"
    [cuda]="examples/*.cu"
)
for target in fuzz/fuzz_targets/*.rs; do
    name=$(basename "$target" .rs)
    cp "fuzz/target/x86_64-unknown-linux-gnu/release/$name" "$OUT/"
    files=$(ls ${seeds[$name]:-} "fuzz/corpus/$name"/* 2>/dev/null | grep / || true)
    [ -z "$files" ] || zip -q -j "$OUT/${name}_seed_corpus.zip" $files
    [ ! -f "fuzz/oss-fuzz/$name.options" ] || cp "fuzz/oss-fuzz/$name.options" "$OUT/"
done
