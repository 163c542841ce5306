// expect: drf
//--blockDim=64 --gridDim=1

// A coordinate is an `unsigned`: what is taken off it never makes it less than 0.
__global__ void f(int *a) {
    if (threadIdx.x - 64 < 0) a[0] = threadIdx.x;
}
