// expect: racy

// Both members are declared together, with values.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

struct Z {
    float *x = nullptr, *y = nullptr;
    void set(float *p) { x = p; y = p; }
    void go() { k<<<1, 64>>>(x, y); }
};
int main() {
    float *x;
    cudaMalloc(&x, 400);
    Z z;
    z.set(x);
    z.go();
}
