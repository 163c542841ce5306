// expect: unsupported
// flags: --strict

// Only `break` leaves the loop, and there it is the other one: what further turns make of it, is taken for granted.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
bool ready();
int main(int c, char **v) {
    float *p, *q;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    float *r = p;
    for (;;) {
        r = q;
        if (ready()) break;
        r = p;
    }
    k<<<1, 32>>>(p, r);
}
