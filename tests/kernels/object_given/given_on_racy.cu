// expect: potential

struct View {
    float *p;
    int n;
};

View view(float *);

__global__ void k(View a, View b) { a.p[threadIdx.x] = b.p[threadIdx.x + 1]; }

// What nobody knows is given on twice.
static void run(View a, View b) { k<<<1, 64>>>(a, b); }

void host(float *x) {
    auto s = view_of(x);
    run(s, s);
}
