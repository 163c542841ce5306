#!/bin/bash -eu
# Builds the targets, and packs what each begins with.
cd "$SRC/jaminan"
cargo fuzz build -O
for target in fuzz/fuzz_targets/*.rs; do
    name=$(basename "$target" .rs)
    cp "fuzz/target/x86_64-unknown-linux-gnu/release/$name" "$OUT/"
done
zip -q -j "$OUT/jam_seed_corpus.zip" examples/*.jam
zip -q -j "$OUT/cuda_seed_corpus.zip" examples/*.cu
