// expect: drf
// No operator is applied to it.
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

void run(int *a) {
    Buffer b, other;
    other(44);
    k<<<1, 64>>>(a, b.p);
}
