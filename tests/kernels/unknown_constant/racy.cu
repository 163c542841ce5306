// expect: racy
// Two neighbours write one element, whatever `THREADS` is.
__global__ void fill(float *a, int n) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i < n)
        a[i / 2] = i;
}
