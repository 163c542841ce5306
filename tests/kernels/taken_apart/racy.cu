// expect: racy

// Rows of `w` numbers are written `h` numbers apart.
__global__ void k(int *out, int w, int h, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int x = i % w, y = i / w;
        out[x + h * y] = i;
    }
}
