// expect: racy

__global__ void k(int *a, int n) { a[threadIdx.x * n] = threadIdx.x; }

void host(int *p) {
    for (int n : {2, 0}) k<<<1, 32>>>(p, n);
}
