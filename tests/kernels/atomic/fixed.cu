// expect: drf
//--blockDim=64 --gridDim=1

__global__ void histogram(int *bins, const int *data) {
    atomicAdd(&bins[data[threadIdx.x] & 7], 1);
    atomicMax(bins, 3);
}
