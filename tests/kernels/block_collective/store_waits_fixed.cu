// expect: drf
//--blockDim=64 --gridDim=1

// All wait for the count.
#include <cub/cub.cuh>

__global__ void turn(float *a, float *b, int n) {
    typedef cub::BlockStore<float, 64, 4, cub::BLOCK_STORE_WARP_TRANSPOSE> Store;
    __shared__ Store::TempStorage storage;
    __shared__ float s[64];
    float items[4] = {1, 2, 3, 4};
    s[threadIdx.x] = 1;
    Store(storage).Store(a, items, n);
    b[threadIdx.x] = s[63 - threadIdx.x];
}
