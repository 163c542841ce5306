// expect: racy
//--blockDim=64 --gridDim=1

__global__ void put(int *a) {
    int i, j;
    for (i = 0, j = 1; i < 2; i++) a[threadIdx.x + i * j] = 1;
}
