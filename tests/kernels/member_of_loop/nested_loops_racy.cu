// expect: racy
//--blockDim=64 --gridDim=1

struct V { int x, y; __device__ bool more() { x = 0; return y++ < 3; } };
__global__ void k(int *a, int n) {
    V v; v.x = threadIdx.x; v.y = 0;
    for (int i = 0; i < n; i++) { while (v.more()) { a[100] ; } }
    a[v.x] = 1;
}
