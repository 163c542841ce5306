// expect: racy
// flags: --block-dim 64 --grid-dim 1

namespace own {
struct half;
struct half {
    int rows, columns;
};
}

__global__ void k(own::half *a) { a[threadIdx.x].rows = a[threadIdx.x + 1].rows; }
