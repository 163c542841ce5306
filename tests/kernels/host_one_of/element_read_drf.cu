// expect: drf
// flags: --strict

// Nothing is written by the reference.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
struct S { float *a, *b; };
int main(int c, char **v) {
    float *p, *q;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    S s[2] = {{p, q}, {q, p}};
    const S &r = s[c & 1];
    c = r.a != nullptr;
    k<<<1, 32>>>(s[0].a, s[0].b);
}
