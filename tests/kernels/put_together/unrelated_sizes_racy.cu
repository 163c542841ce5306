// expect: racy

// The number of a thread is taken apart by some sizes, and put together by others, which nothing relates: a race of few
// bits, and a hard one where sizes are larger.
__global__ void k(float *out, int n, int w, int h, int c, int batch, int step, int pitch, int rows, int planes) {
    int i = (blockIdx.x + blockIdx.y * gridDim.x) * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int x = i % w;
    i /= w;
    int y = i % h;
    i /= h;
    int z = i % c;
    i /= c;
    int b = i % batch;
    out[x * step + pitch * (y * step + rows * (z + planes * b))] += 1.0f;
}
