// expect: drf
//--blockDim=64 --gridDim=1

// Each instance has an array of its own.
template <int N> __device__ void put(int i) {
    __shared__ int s[64];
    s[(i + N) % 64] = i;
}

__global__ void fill() {
    put<0>(threadIdx.x);
    put<1>(threadIdx.x);
}
