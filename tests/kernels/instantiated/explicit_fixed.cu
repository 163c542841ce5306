// expect: drf
// Nobody else has the definition of `go`: `N` is 128, and no other number.
template <int N> __global__ void k(int *a, int n) {
    __shared__ int s[256];
    s[threadIdx.x] = n;
    __syncthreads();
    a[blockIdx.x * N + threadIdx.x] = s[N - 1 - threadIdx.x];
}
template <int N> void go(int *a, int n) { k<N><<<n, 128>>>(a, n); }
template void go<128>(int *a, int n);
