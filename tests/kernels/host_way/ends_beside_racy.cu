// expect: racy

__global__ void k(int *a) { a[threadIdx.x % 32] = 1; }

#define CHECK(e) ((e) == cudaSuccess ? (void) 0 : abort())

// One side of `?:` ends the program, the other goes on.
void run(int *a) {
    k<<<1, 32>>>(a);
    CHECK(cudaDeviceSynchronize());
    k<<<1, 64>>>(a);
}
