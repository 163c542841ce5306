// expect: racy
//--blockDim=64 --gridDim=1

// A coordinate is an `unsigned`: less than 0 is large.
__global__ void f(int *a) {
    if (threadIdx.x - 64 > 0) a[0] = threadIdx.x;
}
