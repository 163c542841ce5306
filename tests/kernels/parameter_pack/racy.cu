// expect: racy
//--blockDim=64 --gridDim=1

template <typename... Types> __device__ inline void unused(Types &&...) {}

__global__ void fill(int *a, int *b, int n) {
    unused(n, a[0] = threadIdx.x, b);
    b[threadIdx.x] = 1;
}
