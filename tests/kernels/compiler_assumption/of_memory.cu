// expect: potential
// flags: --block-dim 64 --grid-dim 1
// What it is told of is not read there, so a run that would read it shows nothing.
__global__ void k(int *out, const int *x) {
    __builtin_assume(x[threadIdx.x] == 1);
    if (x[threadIdx.x] != 1) out[0] = threadIdx.x;
}
