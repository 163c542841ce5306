// expect: racy
// The other side of `&&` is not asked for where the variable has no value.
__global__ void k(int *p, const int *in, int n) {
    int x;
    if (threadIdx.x < n) x = in[threadIdx.x];
    if (threadIdx.x >= n || x == 1) p[0] = threadIdx.x;
}
void launch(int *p, const int *in, int n) { k<<<1, 64>>>(p, in, n); }
