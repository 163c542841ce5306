// expect: racy
//--blockDim=64 --gridDim=1

struct V { int x, y; };
__global__ void k(int *a, int n) {
    V v, w; v.x = threadIdx.x; v.y = 1; w.x = 0; w.y = 0;
    for (int i = 0; i < n; i++) { v = w; }
    a[v.x] = 1;
}
