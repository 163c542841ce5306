// expect: racy

__global__ void k(int *a, int n) { if (n < 16) a[0] = threadIdx.x; }

// The first turn comes before the first step.
void run(int *a, int n) {
    for (int i = 0; i < 3; assert(n >= 16), ++i) k<<<1, 32>>>(a, n);
}
