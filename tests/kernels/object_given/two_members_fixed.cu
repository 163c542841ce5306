// expect: drf

struct Views {
    float *from;
    float *to;
};

// The pointers of one object are equal to its own, one by one.
__global__ void k(Views a, Views b) { a.to[threadIdx.x] = b.from[threadIdx.x + 1]; }

void host(float *x) {
    auto s = views_of(x);
    k<<<1, 64>>>(s, s);
}
