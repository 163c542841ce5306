// expect: divergence
// At the first barrier threads diverge. Whether they do at the second one hangs on a number that nobody knows; the kernel is
// wrong in any case, and the answer is about executions in which they diverge at neither.
__global__ void k(int *out, const float *in, int n) {
    if (threadIdx.x < n) __syncthreads();
    float x = in[0];
    for (int i = 0; x * i < in[threadIdx.x]; i++) __syncthreads();
    out[threadIdx.x] = n;
}
void launch(int *out, const float *in, int n) { k<<<1, 64>>>(out, in, n); }
