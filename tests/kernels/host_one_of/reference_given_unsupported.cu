// expect: unsupported
// flags: --strict

// A function is given one of two pointers, and writes it.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
void set(float *&r, float *v) { r = v; }
int main(int c, char **v) {
    float *p, *q;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    set(c == 3 ? q : p, p);
    k<<<1, 32>>>(p, q);
}
