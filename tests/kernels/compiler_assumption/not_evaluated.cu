// expect: drf
// flags: --block-dim 64 --grid-dim 1
// It does not read another thread's element.
__global__ void k(int *x) {
    __builtin_assume(x[63 - threadIdx.x] >= 0);
    x[threadIdx.x] = 1;
}
