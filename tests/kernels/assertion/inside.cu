// expect: potential
//--blockDim=64 --gridDim=1

// An assertion inside of an expression is not followed.
__global__ void write(int *a, int n) {
    int at = (assert(n == 1), n);
    a[at * threadIdx.x] = 1;
}
