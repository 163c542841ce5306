// expect: unsupported or drf
// flags: --strict

// Names of parts of something are new variables.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
int main(int c, char **v) {
    float *p, *q;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    struct Pair { float *a, *b; };
    Pair pair{p, p};
    auto [r, s] = pair;
    k<<<1, 32>>>(r, s);
}
