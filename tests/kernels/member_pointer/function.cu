// expect: unsupported
// flags: --block-dim 64 --grid-dim 1 --kernel k
struct Scale {
    int by;
    __device__ int of(int n) { return by * n; }
};

__global__ void k(int *a) {
    Scale s{1};
    int (Scale::*of)(int) = &Scale::of;
    a[(s.*of)(threadIdx.x)] = 1;
}
