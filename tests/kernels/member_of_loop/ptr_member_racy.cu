// expect: racy
//--blockDim=64 --gridDim=1

struct V { int x, y; };
struct H { V *p; };
__global__ void k(int *a, int n) {
    V v; v.x = threadIdx.x; v.y = 0;
    H h; h.p = &v;
    for (int i = 0; i < n; i++) h.p->x = 0;
    a[v.x] = 1;
}
