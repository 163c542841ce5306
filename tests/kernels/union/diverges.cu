// expect: divergence
//--blockDim=64 --gridDim=1

__global__ void wait(unsigned *a) {
    union { unsigned whole; float real; } w;
    w.whole = threadIdx.x;
    if (w.whole > 3) __syncthreads();
    a[threadIdx.x] = 1;
}
