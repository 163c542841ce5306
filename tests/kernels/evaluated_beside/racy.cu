// expect: racy

// Two threads add to one element.
__global__ void k(float *sums, const float *column, int n, int width, int stride, int columns) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (; i < n; i += blockDim.x * gridDim.x) {
        float sum = 0;
        int x = i % width, last = min(x / stride + 1, columns);
        for (int u = 0; u < last; ++u) sum += column[x * stride * columns + u * (1 - stride)];
        sums[i / 2] += sum;
    }
}

void host(float *sums, const float *column, int n, int width, int stride, int columns) {
    k<<<(n + 511) / 512, 512>>>(sums, column, n, width, stride, columns);
}
