// expect: racy
//--blockDim=64 --gridDim=1

constexpr __constant__ int by = 2;

__global__ void fill(int *a) {
    a[threadIdx.x / by] = threadIdx.x;
}
