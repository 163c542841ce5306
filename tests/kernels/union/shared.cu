// expect: racy
//--blockDim=64 --gridDim=1

__global__ void both(unsigned *a) {
    __shared__ union { unsigned whole; float real; } w;
    w.whole = threadIdx.x;
    a[threadIdx.x] = w.whole;
}
