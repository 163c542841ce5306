// expect: unsupported
// flags: --strict

// Which of the two pointers is given, the number says.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

void host(int number) {
    float *p, *q;
    cudaMalloc(&p, 400);
    cudaMalloc(&q, 400);
    float **chosen = &p;
    if (number == 3) chosen = &q;
    k<<<1, 64>>>(*chosen, q);
}
