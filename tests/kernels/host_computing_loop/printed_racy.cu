// expect: racy

// `%n` writes the number of characters where the argument points.
__global__ void k(int *a, int n) { a[n == 64 ? threadIdx.x : 0] = threadIdx.x; }

void host(int *a, int count) {
    int n[1] = {64};
    for (int i = 0; i < count; i++) printf("abc%n", n);
    k<<<1, 64>>>(a, n[0]);
}
