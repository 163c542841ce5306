// expect: racy
// Whether an object holds, its class says.
__global__ void k(int *a, const int *p) {
    if (p)
        a[0] = threadIdx.x;
    else
        a[threadIdx.x] = 1;
}

struct Buffer {
    int *p = nullptr;
    operator bool() {
        cudaMalloc(&p, 44);
        return true;
    }
};

void run(int *a) {
    Buffer b;
    if (b) k<<<1, 64>>>(a, b.p);
}
