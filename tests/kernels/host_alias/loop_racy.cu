// expect: racy

__global__ void k(float *a, float *b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = b[i + 1];
}

void run(float *p, float *q, int n) {
    for (int t = 0; t < n; t++) {
        k<<<4, 256>>>(p, q);
        q = p;
    }
}
