// expect: drf
// flags: --block-dim 64 --grid-dim 1
__device__ inline auto square(float x) -> float { return x * x; }
template <class T> __device__ auto place(T *p, int n) noexcept -> T * { return p + n; }
__global__ void k(float *p) {
    *place(p, threadIdx.x) = square(p[threadIdx.x]);
}
