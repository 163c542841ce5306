// expect: racy

__global__ void k(int *a, int s) { a[threadIdx.x * s] = threadIdx.x; }

static int stride = 1;
int &ref() { return stride; }

void go(int *p) {
    ref() = 0;
    k<<<1, 32>>>(p, stride);
}
