#!/bin/sh
# racecheck.sh FILE BLOCK GRID: runs the kernel of FILE once under compute-sanitizer's racecheck.
# Ends with 77 where it cannot be compiled, or needs what is not here.
file=$1 block=$2 grid=$3
command -v nvcc >/dev/null && command -v compute-sanitizer >/dev/null || exit 77
# Only shared memory is watched.
grep -q __shared__ "$file" || exit 77
parameters=$(sed -n 's/.*__global__ void k(\([^)]*\)).*/\1/p' "$file")
arguments= declarations= n=0
old=$IFS IFS=,
for parameter in $parameters; do
    n=$((n + 1))
    case $parameter in
        *'*'*) declarations="$declarations void *p$n; cudaMalloc(&p$n, 65536); cudaMemset(p$n, 0, 65536);"
               type=$(printf %s "$parameter" | sed 's/\*.*/*/')
               arguments="$arguments${arguments:+, }($type) p$n" ;;
        *) arguments="$arguments${arguments:+, }0" ;;
    esac
done
IFS=$old
{
    cat "$file"
    echo "int main() { $declarations k<<<dim3($grid), dim3($block)>>>($arguments);"
    echo "return cudaDeviceSynchronize() != cudaSuccess; }"
} >run.cu
nvcc -lineinfo -o run run.cu >/dev/null 2>&1 || exit 77
exec compute-sanitizer --tool racecheck --racecheck-report all ./run
