// expect: racy

__global__ void k(int *a, int *b) {
    a[threadIdx.x] = 1;
    b[threadIdx.x + 1] = 2;
}

void go(int *p) {
    auto launch = [](int *x, int *y) { k<<<1, 64>>>(x, y); };
    launch(p, p);
}
