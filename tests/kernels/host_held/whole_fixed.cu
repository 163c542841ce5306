// expect: drf
// flags: --strict

struct S { float *x, *y; };
__global__ void k(S s) { s.x[threadIdx.x] = s.y[threadIdx.x + 1]; }

int main() {
    S s;
    cudaMalloc(&s.x, 400);
    cudaMalloc(&s.y, 400);
    k<<<1, 64>>>(s);
}
