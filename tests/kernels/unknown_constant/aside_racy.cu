// expect: racy
// All threads write the first element. The constant says how much else is written.
__global__ void fill(float *a, float *b) {
    if (threadIdx.x < WIDTH)
        b[threadIdx.x] = 1;
    a[0] = threadIdx.x;
}
