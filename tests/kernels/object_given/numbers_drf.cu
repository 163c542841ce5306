// expect: drf

struct View { float *p; int n; };

__global__ void k(View a, View b) {
    if (a.n != b.n) a.p[0] = threadIdx.x;
}

// One object has one `n`.
void run(float *x) {
    auto s = view_of(x);
    k<<<1, 64>>>(s, s);
}
