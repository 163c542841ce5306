// expect: racy
//--blockDim=64 --gridDim=1

__global__ void fill(int *a) {
    a[[&] { return threadIdx.x / 2; }()] = threadIdx.x;
}
