// expect: racy
// flags: --strict

// What a lambda expression captures is no new variable.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
int main(int c, char **v) {
    float *p, *q;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    auto f = [q]() noexcept { return q; };
    q = p;
    k<<<1, 32>>>(p, q);
}
