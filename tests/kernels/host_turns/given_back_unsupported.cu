// expect: unsupported
// flags: --strict

// A late turn of a function that is called gives back the pointer that the launch gives besides.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
float *pick(float *p, float *q) {
    for (int i = 0; i < 1000; i++) {
        if (i == 500) return p;
    }
    return q;
}
int main() {
    float *p, *q;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    k<<<1, 32>>>(p, pick(p, q));
}
