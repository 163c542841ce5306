// expect: unsupported
// flags: --strict

// The class is not read, and its members are copied first.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

struct Z {
    float *x, *y;
    mutable int m;
    void set(float *p) { x = p; y = p; }
    void go() { float *a = x, *b = y; k<<<1, 64>>>(a, b); }
};
int main() {
    float *p;
    cudaMalloc(&p, 400);
    Z z;
    z.set(p);
    z.go();
}
