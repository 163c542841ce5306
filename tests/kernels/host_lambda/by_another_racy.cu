// expect: racy

__global__ void k(int *a, int *b) {
    a[threadIdx.x] = 1;
    b[threadIdx.x + 1] = 2;
}

void go(int *p, int *r) {
    int *q = r;
    auto change = [&](int *x) { q = x; };
    auto twice = [&] {
        change(r);
        change(p);
    };
    twice();
    k<<<1, 64>>>(p, q);
}
