// expect: potential
//--blockDim=64 --gridDim=1

// What comes behind one is not.
__global__ void shared(int *a, int n) {
    __trap();
    a[threadIdx.x / 2] = n;
}
