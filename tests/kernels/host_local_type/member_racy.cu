// expect: racy
// flags: --strict

// A member of a type of the function is no variable of it.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
int main(int c, char **v) {
    float *p, *q;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    struct Argument { const float *q; int n; };
    q = p;
    k<<<1, 32>>>(p, q);
}
