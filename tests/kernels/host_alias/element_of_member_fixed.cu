// expect: drf
struct Pair {
    int *p, *q;
};

__global__ void k(int *a, int *b) {
    a[threadIdx.x] = 1;
    b[threadIdx.x + 1] = 2;
}

void go() {
    Pair s;
    cudaMallocManaged(&s.p, 4096);
    cudaMallocManaged(&s.q, 4096);
    s.p[0] = 1;
    k<<<1, 64>>>(s.p, s.q);
}
