// expect: unsupported
// flags: --strict

// The address is kept in a structure.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
struct S { float **z; };
int main(int c, char **v) {
    float *p, *q;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    S s;
    s.z = c == 3 ? &q : &p;
    *s.z = p;
    k<<<1, 32>>>(p, q);
}
