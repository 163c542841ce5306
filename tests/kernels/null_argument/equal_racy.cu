// expect: racy
__global__ void k(int *a, int *p, int *q) {
    if (p == q) a[0] = threadIdx.x;
}

void run(int *a) { k<<<1, 64>>>(a, nullptr, nullptr); }
