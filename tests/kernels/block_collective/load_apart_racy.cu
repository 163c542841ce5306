// expect: racy
//--blockDim=64 --gridDim=1

// Of wider elements each warp has other bytes.
#include <cub/cub.cuh>

__global__ void sums(double *a, const int *b, const double *c) {
    typedef cub::BlockLoad<int, 64, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE> Load;
    typedef cub::BlockLoad<double, 64, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE> Wide;
    __shared__ union {
        Load::TempStorage load;
        Wide::TempStorage wide;
    } storage;
    int first[4];
    double second[4];
    Load(storage.load).Load(b, first);
    __syncwarp();
    Wide(storage.wide).Load(c, second);
    for (int i = 0; i < 4; i++) a[4 * threadIdx.x + i] = first[i] + second[i];
}
