// expect: racy

// The size of an array is computed in `sizeof`, too.
__global__ void k(int *a, int n) { a[n == 64 ? threadIdx.x : 0] = threadIdx.x; }

void host(int *a, int count) {
    int n = 64, bytes = 0;
    for (int i = 0; i < count; i++) bytes += sizeof(char[--n]);
    k<<<1, 64>>>(a, n);
}
