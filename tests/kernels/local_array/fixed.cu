// expect: drf
//--blockDim=64 --gridDim=1

__global__ void put(int *a) {
    int own[4];
    own[0] = threadIdx.x;
    own[1] = own[0];
    a[threadIdx.x] = own[0];
}
