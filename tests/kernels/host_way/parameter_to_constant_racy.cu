// expect: racy

// The caller gives one of two variables, and one of them is changed.
__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }

void run(int *a, const int &n, int &other) {
    other = 32;
    k<<<1, 64>>>(a, n);
}

void host(int *a, bool first) {
    int m = 64, n = 64;
    run(a, first ? m : n, m);
}
