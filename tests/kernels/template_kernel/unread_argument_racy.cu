// expect: racy

// What cannot be read may call what changes `n`.
__global__ void k(int *a) { a[threadIdx.x % 32] = threadIdx.x; }

int n = 32;

void more() { n = 64; }

void host(int *a) {
    n = 32;
    k<<<1, 1>>>(pointer<scalar_t>());
    k<<<1, n>>>(a);
}
