// expect: drf
//--blockDim=[16,16] --gridDim=1

__global__ void put(int *a) {
    a[threadIdx.y * blockDim.x + threadIdx.x] = 1;
}
