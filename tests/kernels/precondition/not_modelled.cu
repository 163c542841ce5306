// expect: racy
//--blockDim=64 --gridDim=1

// Where the precondition holds, all threads write a[0]. A run of the kernel checks it.
__global__ void one(int *a, int n) {
    __requires(__implies(__enabled(), n == 0));
    a[n] = threadIdx.x;
}
