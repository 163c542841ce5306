// expect: racy
// As recursive_fixed.cu, with blocks of more threads in one of the calls.
template <int N> __global__ void k(int *a, int width) {
    a[blockIdx.x * N + threadIdx.x] = width;
}
template <int N> void go(int *a, int blocks, int width) { k<N><<<blocks, width>>>(a, width); }
void halves(int *a, int n, int levels) {
    if (n > 10) go<64>(a, n, 64);
    else go<32>(a, n, 64);
    if (levels > 1) halves(a, n / 2, levels - 1);
}
