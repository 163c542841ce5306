// expect: racy

__global__ void k(int *a, int s) { a[threadIdx.x * s] = threadIdx.x; }

int step(int x) { return 1; }
int step(int *x);

void go(int *p) { k<<<1, 32>>>(p, step(p)); }
