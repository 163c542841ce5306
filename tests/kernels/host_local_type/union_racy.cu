// expect: racy
// flags: --strict

// A member of a type of the function is no variable of it.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
int main(int c, char **v) {
    float *p, *q;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    union { unsigned q; float f; } u;
    u.f = 1.0f;
    q = p;
    k<<<1, 32>>>(p, q);
}
