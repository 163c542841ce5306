// expect: racy

__global__ void k(int *a, int n) { a[threadIdx.x * n] = threadIdx.x; }

struct Op {
    int step;
    void go(int *p) const { k<<<1, 32>>>(p, step); }
};

void reset(Op *of) { of->step = 0; }

void host(int *p) {
    Op op = {2}, *of = &op;
    reset(of);
    op.go(p);
}
