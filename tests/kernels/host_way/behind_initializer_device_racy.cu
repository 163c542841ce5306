// expect: racy

// The function behind a variable of the device runs on the host.

__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }

static int n = 64;
__device__ int c = 64;
void lower() { n = 32; }

void host(int *a) {
    lower();
    k<<<1, 64>>>(a, n);
}
