// expect: racy

__global__ void k(int *a, int *b) {
    a[threadIdx.x] = 1;
    b[threadIdx.x + 1] = 2;
}

void go(int *p, int *r, int i) {
    int *all[2] = {p, r};
    all[1][i] = 1;
    all[1] = p;
    k<<<1, 64>>>(all[0], all[1]);
}
