// expect: racy

struct View {
    float *p;
    int n;
};

View view(float *);

__global__ void k(View a, View b) { a.p[threadIdx.x] = b.p[threadIdx.x + 1]; }

// One object is given twice.
void host(float *x) {
    auto s = view_of(x);
    k<<<1, 64>>>(s, s);
}
