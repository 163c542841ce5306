// expect: racy
// flags: --block-dim 64 --grid-dim 1
// What it returns has 8 bits.
__device__ auto low(int n) -> unsigned char { return n; }
__global__ void k(int *p) {
    p[low(threadIdx.x * 8)] = threadIdx.x;
}
