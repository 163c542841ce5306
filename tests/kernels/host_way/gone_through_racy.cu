// expect: racy

// The host changes each size where it stands.
__global__ void k(int *a, int n) { a[n == 64 ? threadIdx.x : 0] = threadIdx.x; }

void host(int *a) {
    int sizes[2] = {64, 64};
    for (int &size : sizes)
        size = 32;
    k<<<1, 64>>>(a, sizes[0]);
}
