// expect: racy
//--blockDim=64 --gridDim=1

template <int N> __device__ int power() {
    if constexpr (N > 0) return 2 * power<N - 1>();
    else return 1;
}

__global__ void spread(int *a) {
    a[threadIdx.x / power<1>()] = threadIdx.x;
}
