#!/bin/sh
# racecheck.sh FILE BLOCK GRID: runs the kernel of FILE once under compute-sanitizer's racecheck.
# Ends with 77 where it cannot be compiled, or needs what is not here.
file=$1 block=$2 grid=$3
. "$(dirname "$0")/host.sh"
command -v nvcc >/dev/null && command -v compute-sanitizer >/dev/null || exit 77
# Only shared memory is watched.
grep -q __shared__ "$file" && host "$file" || exit 77
{
    cat "$file"
    echo 'static void *array() { void *p = 0; cudaMalloc(&p, 65536); cudaMemset(p, 0, 65536); return p; }'
    echo "int main() { $declarations $kernel<<<dim3($grid), dim3($block)>>>($arguments);"
    echo "return cudaDeviceSynchronize() != cudaSuccess; }"
} >run.cu
nvcc -lineinfo -o run run.cu >/dev/null 2>&1 || exit 77
exec compute-sanitizer --tool racecheck --racecheck-report all ./run
