// expect: racy
//--blockDim=64 --gridDim=1

__global__ void put(int *a) {
    a[threadIdx.x >> 1] = 1;
}
