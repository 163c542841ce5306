// expect: drf
// flags: --strict

// The number that says which is which takes turns.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
struct S { float *x[2]; };
int main(int argc, char **argv) {
    S s; int in = 0;
    cudaMalloc(&s.x[0], 4096);
    cudaMalloc(&s.x[1], 4096);
    for (int i = 0; i < argc; i++) {
        k<<<1, 32>>>(s.x[in], s.x[1 - in]);
        in = 1 - in;
    }
    for (int i = 0; i < 500; i++) {
        k<<<1, 32>>>(s.x[in], s.x[1 - in]);
        in ^= 1;
        if (i == 400) in = 0;
    }
}
