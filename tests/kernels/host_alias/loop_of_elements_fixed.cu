// expect: drf

__global__ void k(int *a, int *b) {
    a[threadIdx.x] = 1;
    b[threadIdx.x + 1] = 2;
}

void go() {
    int *p, *q;
    cudaMallocManaged(&p, 4096);
    cudaMallocManaged(&q, 4096);
    for (int i = 0; i < 9; i++) p[i] = q[i] = i;
    k<<<1, 64>>>(p, q);
}
