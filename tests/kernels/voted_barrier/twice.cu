// expect: potential
// flags: --block-dim 64 --grid-dim 1
// Two votes need not be equal; that these are is not seen.
__global__ void k(int *out, int n) {
    int t = threadIdx.x;
    int a = __syncthreads_count(n > 0);
    int b = __syncthreads_count(n > 0);
    if (a != b) out[0] = t;
}
