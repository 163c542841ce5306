// expect: drf
// flags: --block-dim 64 --grid-dim 1
__global__ void k(int *out, const int *x) {
    __shared__ int s;
    int t = threadIdx.x;
    int c = __syncthreads_count(x[t] > 0);
    if (c > 3) {
        __syncthreads();
        out[t] = c;
    } else if (t == 0) {
        s = c;
    }
}
