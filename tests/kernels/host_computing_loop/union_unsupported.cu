// expect: unsupported
// flags: --strict

// The number and the pointer are one memory.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

union Either {
    float *pointer;
    long number;
};

void host() {
    Either p, q;
    cudaMalloc(&p.pointer, 400);
    cudaMalloc(&q.pointer, 400);
    for (int i = 0; i < 3; i++) p.number = q.number;
    k<<<1, 64>>>(p.pointer, q.pointer);
}
