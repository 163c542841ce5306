// expect: drf
// flags: --block-dim 64 --grid-dim 1 --kernel k
struct Scale {
    int by;
};

__global__ void k(int *a) { a[threadIdx.x] = 0; }

__global__ void through(int *a, int Scale::*by) {
    Scale s{1};
    a[(&s)->*by * threadIdx.x] = 1;
}
