// expect: racy

__global__ void k(float *a, float *b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = b[i + 1];
}

struct Pair {
    float *from, *to;
};

void run(float *p, float *q) {
    Pair s;
    s.to = p;
    s.from = p;
    k<<<4, 256>>>(s.to, s.from);
}
