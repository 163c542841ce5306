// expect: racy

// An execution with n = 0 divides by zero, and has no meaning: with n = 1, all threads write to the same element.
__global__ void k(int *a, int n) {
    int x = 1 / n;
    if (n == 1)
        a[0] = threadIdx.x + x;
}

void host(int *a, int n) { k<<<8, 64>>>(a, n); }
