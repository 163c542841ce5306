// expect: drf

struct View {
    float *p;
    int n;
};

View view(float *);

__global__ void k(View a, View b) { a.p[threadIdx.x] = 2 * b.p[threadIdx.x]; }

// One object, and each thread has an element of its own.
void host(float *x) {
    auto s = view_of(x);
    k<<<1, 64>>>(s, s);
}
