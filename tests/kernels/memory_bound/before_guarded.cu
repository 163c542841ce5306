// expect: potential
// As `before.cu`, but nothing is accessed below 0: the numbers of two threads may meet above it.
__global__ void clear(int *a, int bodies, int cells) {
    int top = 8 * cells, bottom = 8 * bodies;
    int step = blockDim.x * gridDim.x;
    int k = (bottom & -32) + threadIdx.x + blockIdx.x * blockDim.x;
    if (k < bottom) k += step;
    while (k < top) {
        if (k >= 0) a[k] = -1;
        k += step;
    }
}

int main() {
    int bodies = clock();
    if (bodies < 1) return 1;
    clear<<<24, 256>>>(nullptr, bodies, clock());
}
