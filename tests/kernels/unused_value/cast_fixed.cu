// expect: drf
//--blockDim=32 --gridDim=1
// Without the cast nothing is read.
__global__ void k(int *a, float *b) {
    (void)a[0];
    b[1];
    if (threadIdx.x == 3) {
        a[0] = 1;
        b[1] = 1;
    }
}
