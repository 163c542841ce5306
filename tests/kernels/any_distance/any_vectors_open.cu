// expect: potential

// Whether it is a race hangs on how far they are apart.
__global__ void move(float2 *a, float2 *b) {
    b[threadIdx.x] = a[threadIdx.x + 1];
}

void host(float2 *all, int n) {
    move<<<1, 64>>>(all, all + n * n);
}
