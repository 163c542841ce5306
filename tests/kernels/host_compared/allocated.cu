// expect: drf
// flags: --strict

// Memory that was allocated is not null.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

int main() {
    float *x, *y;
    cudaMalloc(&x, 400);
    cudaMalloc(&y, 400);
    if (x == NULL) x = y;
    if (!y) y = x;
    k<<<1, 64>>>(x, y);
}
