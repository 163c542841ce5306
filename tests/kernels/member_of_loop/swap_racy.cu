// expect: racy
//--blockDim=64 --gridDim=1

struct V { int x, y; };
__device__ void swp(int &p, int &q) { int t = p; p = q; q = t; }
__global__ void k(int *a, int n) {
    V v; v.x = threadIdx.x; v.y = 0;
    for (int i = 0; i < n; i++) swp(v.x, v.y);
    a[v.x] = 1;
}
