// expect: racy
//--blockDim=64 --gridDim=1

template <typename F>
__device__ void each(int n, F f) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        f(i);
    }
}

__global__ void fill(int *a, int n) {
    each(n, [=](int i) { a[i / 2] = i; });
}
