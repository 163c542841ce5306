// expect: racy

__global__ void k(int n, double *x, double *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        x[i] = 1;
        y[i] = 2;
    }
}

struct Vector {
    double *memory;
    double *data() const { return memory; }
};

void go(Vector &v, int n) { k<<<(n - 1) / 64 + 1, 64>>>(n, v.data(), v.data() + n / 2); }
