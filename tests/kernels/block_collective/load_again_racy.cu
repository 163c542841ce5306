// expect: racy
//--blockDim=128 --gridDim=1

// Lanes may still read the storage.
#include <cub/cub.cuh>

__global__ void sums(float *a, const float *b, const float *c) {
    typedef cub::BlockLoad<float, 128, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE> Load;
    __shared__ Load::TempStorage storage;
    float first[4], second[4];
    Load(storage).Load(b, first);
    Load(storage).Load(c, second);
    for (int i = 0; i < 4; i++) a[4 * threadIdx.x + i] = first[i] + second[i];
}
