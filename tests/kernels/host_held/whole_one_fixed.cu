// expect: drf
// flags: --strict

// An object with one pointer, given as a whole.
struct S { float *x; int n; };
__global__ void k(S s) { s.x[threadIdx.x] = s.n; }
int main() {
    float *x;
    cudaMalloc(&x, 400);
    std::vector<S> v(1);
    v[0].x = x;
    k<<<1, 64>>>(v[0]);
}
