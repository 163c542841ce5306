// expect: drf
// A thread whose number is below 0 begins with an access before the array: that has no meaning.
__global__ void clear(int *a, int bodies, int cells) {
    int top = 8 * cells, bottom = 8 * bodies;
    int step = blockDim.x * gridDim.x;
    int k = (bottom & -32) + threadIdx.x + blockIdx.x * blockDim.x;
    if (k < bottom) k += step;
    while (k < top) {
        a[k] = -1;
        k += step;
    }
}

int main() {
    int bodies = clock();
    if (bodies < 1) return 1;
    clear<<<24, 256>>>(nullptr, bodies, clock());
}
