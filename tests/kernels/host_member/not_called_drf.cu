// expect: drf
// flags: --strict

// Nobody here calls it: its members are as the parameters of a function, two arrays.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

struct Z {
    float *x, *y;
    mutable int m;
    void set(float *p) { x = p; y = p; }
    void go() { k<<<1, 64>>>(x, y); }
};
