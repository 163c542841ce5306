// expect: racy
// flags: --strict

// A function that is at hand changes nothing.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
void look(const float *) { }
int main(int c, char **v) {
    float *p, *q;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    float *r = p;
    look(r);
    k<<<1, 32>>>(p, r);
}
