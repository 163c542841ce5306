// expect: drf
//--blockDim=64 --gridDim=1

__global__ void put(int *a) {
    if (int j = threadIdx.x / 63) a[j] = threadIdx.x;
    if (int i = threadIdx.x; i > 1) a[i] = i;
}
