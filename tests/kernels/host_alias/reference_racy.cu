// expect: racy

__global__ void k(float *a, float *b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = b[i + 1];
}

void run(float *p, float *q) {
    float *y = q;
    float *&z = y;
    z = p;
    k<<<4, 256>>>(p, y);
}
