// expect: unsupported

struct Both {
    int *all[2] = {};
    int n = 1;
};

// Host code makes the two pointers equal.
__global__ void shift(Both both) { both.all[0][threadIdx.x] = both.all[1][threadIdx.x + 1]; }

void host(int *a) {
    Both both{{a, a}};
    shift<<<1, 64>>>(both);
}
