// expect: racy

// The number is an element of the array, and which one is not known.
__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }

void run(int *a, const int &n, int *all) {
    if (n != 64) return;
    all[0] = all[1] = 32;
    k<<<1, 64>>>(a, n);
}

void host(int *a, bool second) {
    int all[2] = {64, 64};
    run(a, all[second], all);
}
