// expect: racy

// Where `n` is 0 the loop does not run, and nobody divides by it.
__global__ void k(int *a, int n) {
    for (int *p = a; p < a; p += 10 / n) *p = 1;
    if (n == 0) a[0] = threadIdx.x;
}

void host(int *a, int n) { k<<<1, 32>>>(a, n); }
