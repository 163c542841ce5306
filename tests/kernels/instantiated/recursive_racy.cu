// expect: racy
// As recursive_fixed.cu, with blocks of more threads than the template argument says.
template <int N> __global__ void k(int *a) { a[blockIdx.x * N + threadIdx.x] = 1; }
template <int N> void go(int *a, int blocks) { k<N><<<blocks, 64>>>(a); }
void halves(int *a, int n, int levels) {
    go<32>(a, n);
    if (levels > 1) halves(a, n / 2, levels - 1);
}
