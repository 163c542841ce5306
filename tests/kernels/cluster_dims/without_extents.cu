// expect: drf
// flags: --block-dim 64 --grid-dim 2
template <int N> __global__ void __cluster_dims__ k(float *p) {
    p[(blockIdx.x * blockDim.x + threadIdx.x) * N] = 1;
}
void run(float *p) { k<3><<<2, 64>>>(p); }
