// expect: potential

// Whether they overlap, the host's numbers say.
__global__ void move(float *a, float *b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    b[i] = a[i + 1];
}

void host(float *all, int n) {
    move<<<4, 64>>>(all, all + n * n);
}
