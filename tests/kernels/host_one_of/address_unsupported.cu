// expect: unsupported
// flags: --strict

// One of two pointers is written, and both may be one array then.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
int main(int c, char **v) {
    float *p, *q;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    float **z = c == 3 ? &q : &p;
    *z = p;
    k<<<1, 32>>>(p, q);
}
