// expect: potential
// `THREADS` is another header's. Only if it is smaller than the block do two threads write one element.
__global__ void fill(float *a, int n) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i < n)
        a[i] = 1;
}
