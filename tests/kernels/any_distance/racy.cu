// expect: racy

// At each distance two threads write one place.
__global__ void move(float *a, float *b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    b[i / 2] = a[i];
}

void host(float *all, int n) {
    move<<<4, 64>>>(all, all + n * n);
}
