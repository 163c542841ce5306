// expect: drf

__global__ void k(float *a, float *b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = b[i + 1];
}

struct Solver {
    float *d, *e;
    void step() { k<<<4, 256>>>(d, this->e); }
};
