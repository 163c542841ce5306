// expect: racy
//--blockDim=128 --gridDim=4

// The blocks overlap.
#include <cub/cub.cuh>

__global__ void copy(float *a, const float *b, int n) {
    typedef cub::BlockLoad<float, 128, 4> Load;
    typedef cub::BlockStore<float, 128, 4> Store;
    __shared__ Load::TempStorage load;
    __shared__ Store::TempStorage store;
    float items[4];
    int first = blockIdx.x * 500;
    Load(load).Load(b + first, items, n - first);
    Store(store).Store(a + first, items, n - first);
}
