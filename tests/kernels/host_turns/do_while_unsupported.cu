// expect: unsupported
// flags: --strict

// A late turn of a loop that tests behind its body makes two pointers one.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
int main(int argc, char **argv) {
    float *p, *q;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    int i = 0;
    do { i++; if (i > 900) { q = p; } } while (i < 1000);
    k<<<1, 32>>>(p, q);
}
