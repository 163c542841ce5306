// expect: drf

// Each pointer is one of two; a launch where both are one is none.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

int main(int argc, char **argv) {
    float *x, *y;
    cudaMalloc(&x, 400);
    cudaMalloc(&y, 400);
    float *p = argc > 1 ? x : y, *q = argc > 2 ? x : y;
    if (p != q) k<<<1, 64>>>(p, q);
}
