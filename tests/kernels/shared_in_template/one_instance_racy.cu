// expect: racy
//--blockDim=64 --gridDim=1

// Both calls are of one instance, which has one array.
template <int N> __device__ void put(int i, int by) {
    __shared__ int s[64];
    s[(i + by) % N] = i;
}

__global__ void fill() {
    put<64>(threadIdx.x, 0);
    put<64>(threadIdx.x, 1);
}
