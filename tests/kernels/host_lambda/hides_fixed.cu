// expect: drf

__global__ void k(int *a, int *b) {
    a[threadIdx.x] = 1;
    b[threadIdx.x + 1] = 2;
}

void go(int *p, int *r) {
    int *q = r;
    auto launch = [&] { k<<<1, 64>>>(p, q); };
    {
        int *q = p;
        launch();
        q[0] = 1;
    }
}
