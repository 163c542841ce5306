// expect: drf

__global__ void k(int *a, int n) { a[threadIdx.x * n] = threadIdx.x; }

struct Op {
    int step;
    void go(int *p) const { k<<<1, 32>>>(p, step); }
};

void host(int *p) {
    const Op op = {1};
    op.go(p);
}
