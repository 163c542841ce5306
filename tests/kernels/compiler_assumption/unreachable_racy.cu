// expect: racy
// flags: --block-dim 64 --grid-dim 1
__device__ int place(int t, int m) {
    switch (m) {
        case 32: return t % 32;
        case 64: return t % 64;
    }
    __builtin_unreachable();
}
__global__ void k(int *out, int m) {
    out[place(threadIdx.x, m)] = threadIdx.x;
}
