// expect: racy
// An operator of a class changes the object: its pointer is null no more.
__global__ void k(int *a, const int *p) {
    if (p)
        a[0] = threadIdx.x;
    else
        a[threadIdx.x] = 1;
}

struct Buffer {
    int *p = nullptr;
    Buffer &operator<<(int n) {
        cudaMalloc(&p, n);
        return *this;
    }
};

void run(int *a) {
    Buffer b;
    b << 44;
    k<<<1, 64>>>(a, b.p);
}
