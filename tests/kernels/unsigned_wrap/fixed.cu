// expect: drf
//--blockDim=64 --gridDim=1

__global__ void put(int *a) {
    unsigned i = threadIdx.x - 1u;
    if (i > 63u) a[64] = 1;
    a[i + 1u] = 2;
}
