// expect: drf
// `halves` calls itself, and nobody else calls `go`: its template argument is 64, and no other number.
template <int N> __global__ void k(int *a) {
    __shared__ int s[64];
    s[threadIdx.x] = a[blockIdx.x * N + threadIdx.x];
    __syncthreads();
    a[blockIdx.x * N + threadIdx.x] = s[N - 1 - threadIdx.x];
}
template <int N> void go(int *a, int blocks) { k<N><<<blocks, 64>>>(a); }
void halves(int *a, int n, int levels) {
    go<64>(a, n);
    if (levels > 1) halves(a, n / 2, levels - 1);
}
