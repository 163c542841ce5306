// expect: drf

__global__ void k(int *a, int *b) {
    a[threadIdx.x] = 1;
    b[threadIdx.x + 1] = 2;
}

void go(int *p, int *r) {
    int *q = p;
    auto set = [](auto &x, auto y) { x = y; };
    set(q, r);
    k<<<1, 64>>>(p, q);
}
