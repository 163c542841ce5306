// expect: racy

__global__ void k(int *a, int *b) {
    a[threadIdx.x] = 1;
    b[threadIdx.x + 1] = 2;
}

void go() {
    int *p;
    cudaMallocManaged(&p, 4096);
    int *q = p;
    p[0] = 1;
    k<<<1, 64>>>(p, q);
}
