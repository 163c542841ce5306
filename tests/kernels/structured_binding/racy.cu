// expect: racy

// The first part is the row, which eight threads have in common.
struct Place {
    int row, column;
};

__device__ Place place(int i) { return {i / 8, i % 8}; }

__global__ void k(int *a) {
    auto [row, column] = place(threadIdx.x);
    a[row] = column;
}

void host(int *a) { k<<<1, 64>>>(a); }
