// expect: racy

struct Parts {
    int first;
    unsigned : 3;
    int last;
};

// The host gives 0: a bit-field without a name takes no value of a list.
__global__ void write(int *a, int n) { a[threadIdx.x * n] = threadIdx.x; }

void host(int *a) {
    Parts parts{1, 0};
    write<<<1, 64>>>(a, parts.last);
}
