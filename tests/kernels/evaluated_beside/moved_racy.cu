// expect: racy

// A counter that has wrapped around is negative, but not the element: the pointer stands in the middle of the array.
__global__ void k(int *a, int n) {
    int *p = a + 2147483648LL;
    for (int i = threadIdx.x; i < n; i += 0x55555556u) p[i] = i;
}

void run(int *a) { k<<<1, 64>>>(a, 2000000000); }
