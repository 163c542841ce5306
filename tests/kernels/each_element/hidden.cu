// expect: unsupported
// flags: --block-dim 64 --grid-dim 1
__global__ void k(int *p) {
    int x[2] = {64, 128};
    for (int x : x) p[threadIdx.x + x] = threadIdx.x;
}
