// expect: racy
//--blockDim=64 --gridDim=1

__device__ void place(int *at) { *at = threadIdx.x / 2; }

__global__ void fill(int *a) {
    int at;
    place(&at);
    a[at] = threadIdx.x;
}
