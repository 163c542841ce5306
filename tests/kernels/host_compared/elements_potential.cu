// expect: potential

// One pointer is some elements behind the other, or at it.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

int main(int argc, char **argv) {
    float *x;
    cudaMalloc(&x, 4000);
    float *p = x + argc;
    if (p == x + 1) k<<<1, 64>>>(x, p);
}
