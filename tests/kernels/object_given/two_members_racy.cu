// expect: racy

struct Views {
    float *from;
    float *to;
};

__global__ void k(Views a, Views b) { a.to[threadIdx.x] = b.to[threadIdx.x + 1]; }

void host(float *x) {
    auto s = views_of(x);
    k<<<1, 64>>>(s, s);
}
