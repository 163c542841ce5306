// expect: racy
// flags: --strict

// What is asked in a turn need not hold where the turn is left.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
bool ready();
int main(int c, char **v) {
    float *p, *q;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    float *r = p;
    for (int i = 0; i < 2; i++) {
        if (ready()) r = q;
        if (r == p) continue;
        c++;
    }
    k<<<1, 32>>>(p, r);
}
