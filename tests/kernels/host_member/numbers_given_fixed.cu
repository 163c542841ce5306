// expect: drf

__global__ void k(int *a, int n) { a[threadIdx.x * n] = threadIdx.x; }

struct Op {
    void go(int *p, int n) const { k<<<1, 32>>>(p, n); }
};

void host(int *p) {
    const Op op;
    op.go(p, 1);
}
