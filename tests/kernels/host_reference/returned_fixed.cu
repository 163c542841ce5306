// expect: drf

__global__ void k(int *a, int s) { a[threadIdx.x * s] = threadIdx.x; }

static int stride = 1;
int value() { return stride; }

void go(int *p) {
    value();
    k<<<1, 32>>>(p, stride);
}
