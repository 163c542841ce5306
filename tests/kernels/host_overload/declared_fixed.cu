// expect: drf

__global__ void k(int *a, int s) { a[threadIdx.x * s] = threadIdx.x; }

int step(const int x);
int step(int x) { return 1; }

void go(int *p) { k<<<1, 32>>>(p, step(3)); }
