// expect: unsupported
// flags: --strict

// A function makes two variables of the file one, in a late turn.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
float *p, *q;
void step(int i) { if (i == 300) q = p; }
int main(int argc, char **argv) {
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    for (int j = 0; j < 1000; j++) step(j);
    k<<<1, 32>>>(p, q);
}
