// expect: racy
//--blockDim=64 --gridDim=1

__global__ void put(int *a, const int *b) {
    if (int j = b[threadIdx.x]) a[0] = j;
}
