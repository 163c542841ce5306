// expect: racy

__global__ void k(double *a, double *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

void go(int n) {
    double *d[2];
    for (auto &p : d) cudaMalloc(&p, n * sizeof(double));
    d[1] = d[0];
    k<<<1, 32>>>(d[0], d[1]);
}
