// expect: drf
// There is nothing from the one to the other.
struct Range {
    int *begin, *end;
};

__global__ void k(int *a, Range r) {
    for (int *i = r.begin; i != r.end; ++i) a[0] = threadIdx.x;
}

void run(int *a) {
    Range r{};
    k<<<1, 64>>>(a, r);
}
