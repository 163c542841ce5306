// expect: drf
//--blockDim=64 --gridDim=1

__global__ void take(int *next, int *a) {
    int i = atomicAdd(next, 1);
    if (i >= 0) a[threadIdx.x] = i;
}
