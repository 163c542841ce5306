// expect: drf
//--blockDim=64 --gridDim=1

// `a ?: b` is `a` where that is not 0.
__global__ void k(int *a) {
    int t = threadIdx.x;
    a[t ?: 64] = 1;
}
