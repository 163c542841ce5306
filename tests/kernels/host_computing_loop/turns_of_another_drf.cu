// expect: drf

// The first loop says how often the second one runs: the pointers would be the same after its tenth turn.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

void host() {
    float *p, *q;
    cudaMalloc(&p, 400);
    cudaMalloc(&q, 400);
    int turns = 0;
    for (int i = 0; i < 9; i++) turns++;
    for (int i = 0; i < turns; i++) {
        k<<<1, 64>>>(p, q);
        if (i == 9) q = p;
    }
}
