// expect: drf
// flags: --strict
// The counter and where the plane begins are an index: before the counter wraps around, it is one that no array has.
__global__ void k(float *a, size_t rows, size_t columns, size_t planes) {
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < rows * columns; i += blockDim.x * gridDim.x) {
        size_t at = i + (planes - 1) * rows * columns;
        a[at] = 0;
    }
}

int main() {
    k<<<128, 128>>>(nullptr, 5, 6, 7);
    k<<<128, 128>>>(nullptr, clock(), clock(), clock());
}
