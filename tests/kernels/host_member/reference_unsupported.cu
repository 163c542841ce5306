// expect: unsupported
// flags: --strict

// The object that a member refers to is not followed.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

struct Z {
    float *x, *y;
    void set(float *p) { x = p; y = p; }
    void go() { k<<<1, 64>>>(x, y); }
};
struct W {
    Z &z;
    void run(float *p) { z.set(p); z.go(); }
};
int main() {
    float *x;
    cudaMalloc(&x, 400);
    Z z;
    W w{z};
    w.run(x);
}
