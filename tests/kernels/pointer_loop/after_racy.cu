// expect: racy

// After the loop the pointer is at the end, whatever the thread.
__global__ void k(int *a) {
    int *p = a + threadIdx.x, *end = a + 64;
    for (; p != end; ++p) a[64 + threadIdx.x] += *p;
    *p = threadIdx.x;
}

void host(int *a) { k<<<1, 64>>>(a); }
