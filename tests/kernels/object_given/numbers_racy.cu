// expect: racy

struct View { float *p; int n; };

__global__ void k(View a, View b) {
    if (a.n != b.n) a.p[0] = threadIdx.x;
}

void run(float *x, float *y) {
    auto s = view_of(x);
    auto t = view_of(y);
    k<<<1, 64>>>(s, t);
}
