// expect: racy

__global__ void k(int *a, int n) { a[threadIdx.x * n] = threadIdx.x; }

struct Op {
    int step;
    void go(int *p) const { k<<<1, 32>>>(p, step); }
};

Op *made();

void host(int *p) {
    Op op = {2};
    op.go(p);
    made()->go(p);
}
