// expect: racy

// A pointer that the loop declares points into the host's array.
__global__ void k(int *a, int n) { a[n == 64 ? threadIdx.x : 0] = threadIdx.x; }

void host(int *a, int count) {
    int sizes[2] = {64, 64};
    for (int i = 0; i < count; i++) {
        int *size = sizes + i;
        *size = 32;
    }
    k<<<1, 64>>>(a, sizes[0]);
}
