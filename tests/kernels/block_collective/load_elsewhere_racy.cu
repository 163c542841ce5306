// expect: racy
//--blockDim=128 --gridDim=1

// Lanes load what other threads store: those of other warps do not wait.
#include <cub/cub.cuh>

__global__ void move(float *a) {
    typedef cub::BlockLoad<float, 128, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE> Load;
    typedef cub::BlockStore<float, 128, 4, cub::BLOCK_STORE_STRIPED> Store;
    __shared__ Load::TempStorage load;
    __shared__ Store::TempStorage store;
    float items[4];
    Load(load).Load(a, items);
    Store(store).Store(a, items);
}
