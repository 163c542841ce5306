// expect: racy

#include <functional>

__global__ void k(int *a, int n) { a[threadIdx.x * n] = threadIdx.x; }

struct Op {
    int step;
    void go(int *p) { k<<<1, 32>>>(p, step); }
};

void run(Op op, int *p) {
    auto go = std::mem_fn(&Op::go);
    go(op, p);
}

void host(int *p) {
    Op op = {1};
    op.go(p);
}
