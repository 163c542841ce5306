// expect: racy

// The second launch is under another condition than the first, and has the race.
__global__ void k(int *a, int n) { a[n ? 0 : threadIdx.x] = threadIdx.x; }
void host(int *a, int n) {
    if (n == 0)
        k<<<1, 64>>>(a, n);
    else
        k<<<1, 64>>>(a, n);
}
