// expect: racy

__global__ void k(int *a, int n) { a[threadIdx.x * n] = threadIdx.x; }

struct Op {
    int step;
    void next() { step--; }
    void go(int *p) const { k<<<1, 32>>>(p, step); }
};

void host(int *p) {
    Op op = {2};
    for (int i = 0; i < 3; i++) {
        op.go(p);
        op.next();
    }
}
