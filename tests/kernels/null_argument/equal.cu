// expect: drf
// Two null pointers are equal, and neither is less.
__global__ void k(int *a, int *p, int *q) {
    a[threadIdx.x] = 1;
    if (p != q || p < q) a[0] = threadIdx.x;
}

void run(int *a) { k<<<1, 64>>>(a, nullptr, nullptr); }
