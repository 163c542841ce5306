// expect: racy
//--blockDim=64 --gridDim=1

__global__ void put(int *a) {
    int own[4];
    own[threadIdx.x & 3] = 1;
    a[threadIdx.x & 32] = own[0];
}
