// expect: unsupported
// flags: --strict

// The class is not read, and its members are given to a function.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
void run(float *a, float *b) { k<<<1, 64>>>(a, b); }
struct Z {
    float *x, *y;
    mutable int m;
    void set(float *p) { x = p; y = p; }
    void go() { run(x, y); }
};
int main() {
    float *p;
    cudaMalloc(&p, 400);
    Z z;
    z.set(p);
    z.go();
}
