// expect: drf
// flags: --block-dim 64 --grid-dim 1

struct half {
    float x, y;
};

__global__ void k(half *a) { a[threadIdx.x].x = a[threadIdx.x].y; }
