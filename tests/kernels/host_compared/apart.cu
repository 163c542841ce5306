// expect: drf

// Where both pointers are one, nothing is launched.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

int main(int argc, char **argv) {
    float *x, *y;
    cudaMalloc(&x, 400);
    cudaMalloc(&y, 400);
    float *p = argc > 1 ? x : y;
    if (p == x) return 1;
    k<<<1, 64>>>(x, p);
}
