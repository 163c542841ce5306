// expect: drf
//--blockDim=128 --gridDim=1

// All wait for all where a block transposes.
#include <cub/cub.cuh>

__global__ void move(float *a) {
    typedef cub::BlockLoad<float, 128, 4, cub::BLOCK_LOAD_TRANSPOSE> Load;
    typedef cub::BlockStore<float, 128, 4, cub::BLOCK_STORE_DIRECT> Store;
    __shared__ Load::TempStorage load;
    __shared__ Store::TempStorage store;
    float items[4];
    Load(load).Load(a, items);
    Store(store).Store(a, items);
}
