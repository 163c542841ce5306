// expect: racy

struct Parts {
    int first;
    unsigned : 3;
    int last;
};

// The host gives 1: a bit-field without a name takes no value of a list.
__global__ void write(int *a, int n) { a[n == 1 ? 0 : threadIdx.x] = threadIdx.x; }

void host(int *a) {
    Parts parts{0, 1};
    write<<<1, 64>>>(a, parts.last);
}
