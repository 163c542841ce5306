// expect: drf

// The loop changes an array of its own.
__global__ void k(int *a, int n) { a[n == 64 ? threadIdx.x : 0] = threadIdx.x; }

void host(int *a, int count) {
    int m = 64;
    for (int i = 0; i < count; i++) {
        int mean[4];
        mean[i % 4] = m - 1;
    }
    k<<<1, 64>>>(a, m);
}
