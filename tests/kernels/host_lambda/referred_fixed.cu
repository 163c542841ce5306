// expect: drf

__global__ void k(int *a, int *b) {
    a[threadIdx.x] = 1;
    b[threadIdx.x + 1] = 2;
}

void go(int *p, int *r) {
    int *q = p;
    auto launch = [=, &q] { k<<<1, 64>>>(p, q); };
    q = r;
    launch();
}
