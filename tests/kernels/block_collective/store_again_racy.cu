// expect: racy
//--blockDim=64 --gridDim=1

// Threads of other warps may still read the count.
#include <cub/cub.cuh>

__global__ void copy(float *a, float *b, int n) {
    typedef cub::BlockStore<float, 64, 4, cub::BLOCK_STORE_WARP_TRANSPOSE> Store;
    __shared__ Store::TempStorage storage;
    float items[4] = {1, 2, 3, 4};
    Store(storage).Store(a, items, n);
    __syncwarp();
    Store(storage).Store(b, items, n);
}
