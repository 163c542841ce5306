// expect: potential

struct View {
    float *p;
    int n;
};

View view(float *);

__global__ void k(View a, View b) { a.p[threadIdx.x] = b.p[threadIdx.x + 1]; }

// What a call gives may be the same, or may not.
void host(float *x) { k<<<1, 64>>>(view(x), view(x)); }
