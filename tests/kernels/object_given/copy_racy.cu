// expect: potential

struct View {
    float *p;
    int n;
};

View view(float *);

__global__ void k(View a, View b) { a.p[threadIdx.x] = b.p[threadIdx.x + 1]; }

// A copy of what nobody knows.
void host(float *x) {
    auto s = view_of(x);
    View t = s;
    k<<<1, 64>>>(s, t);
}
