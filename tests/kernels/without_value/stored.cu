// expect: potential
// A value that is stored before it is one is any value: nothing is decided by it here.
__global__ void k(int *p, const int *in, int n) {
    __shared__ int s[64];
    int x;
    if (threadIdx.x < n) x = in[threadIdx.x];
    s[threadIdx.x] = x;
    __syncthreads();
    if (n == 1 && s[threadIdx.x] == 5) p[0] = threadIdx.x;
}
void launch(int *p, const int *in, int n) { k<<<1, 64>>>(p, in, n); }
