// expect: drf

// However far apart they are, nothing is written through one of them.
__global__ void sum(const float *a, const float *b, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = a[i] + b[i];
}

void host(float *all, float *out, int n) {
    sum<<<4, 64>>>(all, all + n * n, out);
}
