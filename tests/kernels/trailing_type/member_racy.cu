// expect: racy
// flags: --block-dim 64 --grid-dim 1
struct Row {
    __device__ auto half(int n) const -> int { return n / 2; }
};
__global__ void k(int *p) {
    Row row{};
    p[row.half(threadIdx.x)] = threadIdx.x;
}
