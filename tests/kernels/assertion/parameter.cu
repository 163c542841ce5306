// expect: potential
//--blockDim=64 --gridDim=1

__device__ void check(int n) { assert(n == 1); }

// With another n there is a race, before which the assertion fails.
__global__ void write(int *a, int n) {
    check(n);
    a[n * threadIdx.x] = 1;
}
