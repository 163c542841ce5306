// expect: racy
// flags: --strict

// What is asked before a jump need not hold where it leads.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
bool ready();
int main(int c, char **v) {
    float *p, *q;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    float *r = p;
    if (ready()) r = q;
    if (r == p) goto out;
    c++;
    out:
    k<<<1, 32>>>(p, r);
}
