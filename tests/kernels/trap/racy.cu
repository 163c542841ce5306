// expect: racy
//--blockDim=64 --gridDim=1

// What comes before a trap is done.
__global__ void shared(int *a, int n) {
    a[threadIdx.x / 2] = n;
    if (n < 64) __trap();
}
