// expect: drf
// flags: --strict

// Each thread adds to elements of its own, whatever it reads: what is divided and multiplied beside does not matter, and
// an index that wraps around is a negative one, also where a loop stands before the access.
__global__ void k(float *sums, const float *column, int n, int height, int width, int size, int pad, int stride,
                  int rows, int columns) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (; i < n; i += blockDim.x * gridDim.x) {
        float sum = 0;
        int x = i % width + pad, y = i / width % height + pad, c = i / (width * height);
        int first = x < size ? 0 : (x - size) / stride + 1, last = min(x / stride + 1, columns);
        int top = y < size ? 0 : (y - size) / stride + 1, bottom = min(y / stride + 1, rows);
        int offset = (c * size * size + y * size + x) * rows * columns;
        int down = (1 - stride * size * rows) * columns, right = 1 - stride * rows * columns;
        for (int v = top; v < bottom; ++v)
            for (int u = first; u < last; ++u) sum += column[offset + v * down + u * right];
        sums[i] += sum;
    }
}

void host(float *sums, const float *column, int n, int height, int width, int size, int pad, int stride, int rows,
          int columns) {
    k<<<(n + 511) / 512, 512>>>(sums, column, n, height, width, size, pad, stride, rows, columns);
}
