// expect: unsupported
// flags: --strict

// Two elements of an array become one, in a late turn.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
int main(int argc, char **argv) {
    float *x[4];
    for (int i = 0; i < 4; i++) cudaMalloc(&x[i], 4096);
    for (int i = 0; i < argc; i++) {
        if (i == 7) x[1] = x[0];
        k<<<1, 32>>>(x[0], x[1]);
    }
}
