// expect: racy

// The reference is another name of what is stepped.
__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }

void host(int *a) {
    int n = 63;
    int &r = ++n;
    r = 1;
    k<<<1, 64>>>(a, n);
}
