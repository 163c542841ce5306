// expect: drf
//--blockDim=64 --gridDim=1

template <int N, typename T>
__device__ T scaled(T i, int by = N, long from = 0) { return i / by + from; }

__global__ void fill(int *a) {
    a[scaled<1>(threadIdx.x)] = threadIdx.x;
}
