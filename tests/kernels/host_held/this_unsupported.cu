// expect: unsupported
// flags: --strict

// The pointers of the object whose function runs.
struct S { float *x, *y; void go(); };
__global__ void k(S s) { s.x[threadIdx.x] = s.y[threadIdx.x + 1]; }
void S::go() { k<<<1, 64>>>(*this); }

int main() {
    S s;
    cudaMalloc(&s.x, 400);
    s.y = s.x;
    s.go();
}
