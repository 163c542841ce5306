// expect: drf

// A row and a column from the number of a thread, and that number from them.
__global__ void k(int *out, int w, int n) {
    int step = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
        int x = i % w, y = i / w;
        out[x + w * y] = i;
    }
}
