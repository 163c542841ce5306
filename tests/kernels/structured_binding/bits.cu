// expect: unsupported

// The first part is four bits of a number.
struct Cell {
    int low : 4;
    int high;
};

__global__ void k(int *a, int n) {
    Cell cell;
    cell.low = threadIdx.x + 16 * n;
    cell.high = 0;
    auto [low, high] = cell;
    a[low + high] = 1;
}

void host(int *a, int n) { k<<<1, 8>>>(a, n); }
