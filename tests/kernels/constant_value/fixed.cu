// expect: drf
//--blockDim=64 --gridDim=1

constexpr __constant__ int by = 1;

__global__ void fill(int *a) {
    a[threadIdx.x / by] = threadIdx.x;
}
