// expect: racy
// What is instantiated for 64 is for 32, too, since it calls itself.
__global__ void k(int *a, int n) { a[threadIdx.x % n] = 1; }
template <int N> void go(int *a) {
    k<<<1, 64>>>(a, N);
    if constexpr (N > 32) go<N / 2>(a);
}
template void go<64>(int *a);
