// expect: racy or unsupported
// flags: --strict

// A jump leaves the loop where its condition holds.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
bool ready();
int main(int c, char **v) {
    float *p, *q;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    float *r = p;
    while (r == p) {
        if (ready()) r = q;
        if (ready()) goto out;
    }
    out:
    k<<<1, 32>>>(p, r);
}
