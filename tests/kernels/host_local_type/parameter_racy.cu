// expect: racy
// flags: --strict

// A parameter of a function in it is no variable of the other one.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
int main(int c, char **v) {
    float *p, *q;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    struct Local { void set(float *q) { } };
    q = p;
    k<<<1, 32>>>(p, q);
}
