#!/bin/bash -eu
# as_in_image.sh OUT: what the base image's `compile` does for `build.sh`, on this machine: its variables and its linker,
# on a copy of what Git knows. Then every target runs once on what it begins with. It asks for a nightly compiler,
# cargo-fuzz, clang and zip; the image has its own libFuzzer, and here it is that of `libfuzzer-sys`.
root=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1"
OUT=$(cd "$1" && pwd)
SRC=${SRC:-$(mktemp -d)}
export OUT SRC
export FUZZING_LANGUAGE=rust FUZZING_ENGINE=libfuzzer SANITIZER=address ARCHITECTURE=x86_64
export RUSTUP_TOOLCHAIN=${RUSTUP_TOOLCHAIN:-nightly}
export RUSTFLAGS="--cfg fuzzing -Zsanitizer=$SANITIZER -Cdebuginfo=1 -Cforce-frame-pointers"
export CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_LINKER=clang
mkdir -p "$SRC/jaminan"
(cd "$root" && git ls-files -z --cached --others --exclude-standard | xargs -0 cp -P --parents -t "$SRC/jaminan")
bash -eux "$root/fuzz/oss-fuzz/build.sh"
for target in "$root"/fuzz/fuzz_targets/*.rs; do
    name=$(basename "$target" .rs)
    seeds=$(mktemp -d)
    [ ! -f "$OUT/${name}_seed_corpus.zip" ] || unzip -q "$OUT/${name}_seed_corpus.zip" -d "$seeds"
    "$OUT/$name" -runs=0 -timeout=120 "$seeds" 2>"$seeds.log" || { cat "$seeds.log" && exit 1; }
    echo "$name: $(ls "$seeds" | wc -l) seeds, $(grep -o 'cov: [0-9]*' "$seeds.log" | tail -1)"
done
