// expect: racy

// The second pointer points where the first does.
__global__ void k(int *a, int n) { a[n == 64 ? threadIdx.x : 0] = threadIdx.x; }

void host(int *a, int count) {
    int sizes[2] = {64, 64};
    for (int i = 0; i < count; i++) {
        int *first = sizes, *second = first + i;
        second[0]--;
    }
    k<<<1, 64>>>(a, sizes[0]);
}
