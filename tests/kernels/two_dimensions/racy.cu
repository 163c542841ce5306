// expect: racy
//--blockDim=[16,16] --gridDim=1

__global__ void put(int *a) {
    a[threadIdx.y * 8 + threadIdx.x] = 1;
}
