// expect: racy

__global__ void k(int *a, int *b) {
    a[threadIdx.x] = 1;
    b[threadIdx.x + 1] = 2;
}

void go(int *p, int *r) {
    auto launch = [&](int *x) { k<<<1, 64>>>(p, x); };
    for (int i = 0; i < 2; i++) {
        launch(i == 0 ? r : p);
    }
}
