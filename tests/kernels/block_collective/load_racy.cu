// expect: racy
//--blockDim=128 --gridDim=4

// The storage of the load is that of the store, and nothing is between them.
#include <cub/cub.cuh>

template <typename T, int THREADS, int ITEMS> __device__ void doubled(T *a, int n) {
    typedef cub::BlockLoad<T, THREADS, ITEMS, cub::BLOCK_LOAD_WARP_TRANSPOSE> Load;
    typedef cub::BlockStore<T, THREADS, ITEMS, cub::BLOCK_STORE_WARP_TRANSPOSE> Store;
    __shared__ union {
        typename Load::TempStorage load;
        typename Store::TempStorage store;
    } storage;
    T items[ITEMS];
    int first = blockIdx.x * THREADS * ITEMS;
    Load(storage.load).Load(a + first, items, n - first, T(0));
    for (int i = 0; i < ITEMS; i++) items[i] *= 2;
    Store(storage.store).Store(a + first, items, n - first);
}

__global__ void twice(float *a, int n) { doubled<float, 128, 4>(a, n); }
