// expect: drf

__global__ void k(int *a, int *b) {
    a[threadIdx.x] = 1;
    b[threadIdx.x + 1] = 2;
}

void go(int *p) {
    int *q = p;
    q = p + 64;
    p[0]++;
    p[1] += 2;
    --p[2];
    k<<<1, 32>>>(p, q);
}
