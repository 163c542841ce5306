// expect: drf
//--blockDim=64 --gridDim=1

// `sizeof` has no sign: what is compared with it is none below 0.
__global__ void f(int *a) {
    int low = threadIdx.x - 64;
    if (low < sizeof(int)) a[0] = threadIdx.x;
}
