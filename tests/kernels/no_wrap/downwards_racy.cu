// expect: racy

// `i` wraps around on purpose, after 0: then it is not assumed that it does not.
__global__ void put(int *a, unsigned n) {
    for (unsigned i = n - 1; i != 0xffffffffu; i--) a[i] = threadIdx.x;
}

void host(int *a, unsigned n) { put<<<1, 64>>>(a, n); }
