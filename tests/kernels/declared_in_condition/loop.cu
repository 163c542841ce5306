// expect: unsupported
//--blockDim=64 --gridDim=1

__global__ void put(int *a) {
    while (int j = a[threadIdx.x]) a[threadIdx.x] = j - 1;
}
