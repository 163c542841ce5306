// expect: racy
// A function of the file is the operator.
__global__ void k(int *a, const int *p) {
    if (p)
        a[0] = threadIdx.x;
    else
        a[threadIdx.x] = 1;
}

struct Buffer {
    int *p = nullptr;
};

Buffer &operator<<(Buffer &b, int n) {
    cudaMalloc(&b.p, n);
    return b;
}

void run(int *a) {
    Buffer b;
    b << 44;
    k<<<1, 64>>>(a, b.p);
}
