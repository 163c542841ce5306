// expect: racy
//--blockDim=64 --gridDim=1

// `sizeof` has no sign: what is below 0 is larger.
__global__ void f(int *a) {
    int low = threadIdx.x - 64;
    if (low > sizeof(int)) a[0] = threadIdx.x;
}
