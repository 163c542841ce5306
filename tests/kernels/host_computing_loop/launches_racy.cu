// expect: racy

// The loop calls a function that launches the kernel: it does more than compute.
__global__ void k(int *a, int n) { a[n == 64 ? threadIdx.x : 0] = threadIdx.x; }

void launch(int *a, int n) { k<<<1, 64>>>(a, n); }

void host(int *a) {
    for (int n = 32; n <= 64; n *= 2) launch(a, n);
}
