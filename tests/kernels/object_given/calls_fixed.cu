// expect: drf

struct View {
    float *p;
    int n;
};

View view(float *);

__global__ void k(View a, View b) { a.p[threadIdx.x] = 2 * a.p[threadIdx.x]; }

// Each thread has an element of its own.
void host(float *x) { k<<<1, 64>>>(view(x), view(x)); }
