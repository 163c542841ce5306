// expect: racy
// As explicit_fixed.cu: `N` is less than the number of threads.
template <int N> __global__ void k(int *a, int n) { a[blockIdx.x * N + threadIdx.x] = n; }
template <int N> void go(int *a, int n) { k<N><<<n, 128>>>(a, n); }
template void go<64>(int *a, int n);
