// expect: drf
//--blockDim=64 --gridDim=1

__global__ void put(int *a) {
    int i, j;
    for (i = 0, j = threadIdx.x; i < 3; i++, j += 64) a[j] = 1;
}
