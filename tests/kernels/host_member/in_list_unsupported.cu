// expect: unsupported
// flags: --strict

// The class is not read, and its members are put into a structure.
struct S { float *x, *y; };
__global__ void k(S s) { s.x[threadIdx.x] = s.y[threadIdx.x + 1]; }
struct Z {
    float *x, *y;
    mutable int m;
    void set(float *p) { x = p; y = p; }
    void go() { k<<<1, 64>>>(S{x, y}); }
};
int main() {
    float *p;
    cudaMalloc(&p, 400);
    Z z;
    z.set(p);
    z.go();
}
