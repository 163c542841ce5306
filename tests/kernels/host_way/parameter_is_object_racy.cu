// expect: racy

// The reference may be to the object itself.
__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }

struct Runner {
    int n;
    void run(int *a, Runner &other) {
        n = 64;
        other.n = 32;
        k<<<1, 64>>>(a, n);
    }
};
