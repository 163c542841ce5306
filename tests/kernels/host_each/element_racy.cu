// expect: racy

__global__ void k(int *a, int n) { a[threadIdx.x * n] = threadIdx.x; }

void host(int *p) {
    const int all[3] = {1, 0, 7};
    for (int i = 0; i < 3; i++) k<<<1, 32>>>(p, all[i]);
}
