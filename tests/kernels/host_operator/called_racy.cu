// expect: racy
// An object that is called, in a loop.
__global__ void k(int *a, const int *p) {
    if (p)
        a[0] = threadIdx.x;
    else
        a[threadIdx.x] = 1;
}

struct Buffer {
    int *p = nullptr;
    void operator()(int n) { cudaMalloc(&p, n); }
};

void run(int *a, int m) {
    Buffer b;
    for (int i = 0; i < m; i++) {
        k<<<1, 64>>>(a, b.p);
        b(44);
    }
}
