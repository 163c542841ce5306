// expect: drf
//--blockDim=64 --gridDim=1

template <int N> __device__ int last(int i) {
    __shared__ int s[N];
    s[i] = i;
    __syncthreads();
    return s[N - 1];
}

__global__ void fill(int *a) {
    a[threadIdx.x] = last<64>(threadIdx.x);
}
