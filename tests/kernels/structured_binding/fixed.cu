// expect: drf

// Each name is a copy of a part: to change one changes nothing else.
struct Place {
    int row, column;
};

__device__ Place place(int i) { return {i / 8, i % 8}; }

__global__ void k(int *a, float2 *b) {
    const auto [row, column] = place(threadIdx.x);
    auto [x, y] = b[threadIdx.x];
    x += y;
    a[8 * row + column] = x;
}

void host(int *a, float2 *b) { k<<<1, 64>>>(a, b); }
