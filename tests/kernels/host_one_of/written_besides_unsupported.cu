// expect: unsupported
// flags: --strict

// A function writes a member that it knows, and then the same by another name.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
struct S { float *a, *b; };
void both(S &x, S &y, float *p) {
    y.a = p;
    x.a = x.b;
}
int main(int c, char **v) {
    float *p, *q;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    S s[2] = {{p, q}, {q, p}};
    S &r = s[c & 1];
    both(r, s[0], p);
    k<<<1, 32>>>(s[0].a, q);
}
