// expect: drf
// Nobody writes an element of another, whatever `THREADS` is.
__global__ void fill(float *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = THREADS;
}
