// expect: unsupported
__global__ void k(int *out, int n) {
    __shared__ int s[64];
    int a[64];
    int *p = n ? a : s;
    p[0] = threadIdx.x;
    out[threadIdx.x] = p[0];
}
void launch(int *out, int n) { k<<<1, 64>>>(out, n); }
