// expect: unsupported
// flags: --strict

// The pointers of an object that is given as a whole.
struct S { float *x, *y; };
__global__ void k(S s) { s.x[threadIdx.x] = s.y[threadIdx.x + 1]; }

int main() {
    float *x;
    cudaMalloc(&x, 400);
    std::vector<S> v(1);
    v[0].x = x;
    v[0].y = x;
    k<<<1, 64>>>(v[0]);
}
