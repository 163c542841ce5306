// expect: racy
//--blockDim=64 --gridDim=1

template <int N>
__device__ int halved(int i, int by = 1) { return i / by; }

template <>
__device__ int halved<0>(int i, int by) { return i / (by + 1); }

__global__ void fill(int *a) {
    a[halved<0>(threadIdx.x)] = threadIdx.x;
}
