// expect: racy
// flags: --block-dim 256 --grid-dim 4

__global__ void k(float *a, float *b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = b[i + 1];
}

void run(float *p, float *q) { k<<<1, 32>>>(p, p); }
