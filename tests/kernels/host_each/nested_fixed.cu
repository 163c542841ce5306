// expect: drf

__global__ void k(int *a, int n, int m) { a[threadIdx.x * n * m] = threadIdx.x; }

void host(int *p) {
    for (int n : {1, 2})
        for (int m : {3, 4}) k<<<1, 32>>>(p, n, m);
}
