// expect: racy
//--blockDim=64 --gridDim=1

__constant__ int places[64];

__global__ void put(int *a) {
    a[places[threadIdx.x] & 1] = 1;
}
