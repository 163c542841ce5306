// expect: unsupported

struct From {
    int *from = nullptr;
};

struct Both : From {
    int *to;
};

// Host code makes the two pointers equal.
__global__ void shift(Both both) { both.to[threadIdx.x] = both.from[threadIdx.x + 1]; }

void host(int *a) {
    Both both;
    both.to = a;
    both.from = a;
    shift<<<1, 64>>>(both);
}
