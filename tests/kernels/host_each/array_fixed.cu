// expect: drf

__global__ void k(int *a, int n) { a[threadIdx.x * n] = threadIdx.x; }

void host(int *p) {
    int all[] = {1, 2, 5};
    for (auto n : all) k<<<1, 32>>>(p, n);
}
