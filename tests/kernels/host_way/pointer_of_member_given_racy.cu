// expect: racy

// CUDA may write the size of a block to `size`, through a pointer of which nothing is known.
struct Sizes { int *block; };

int size = 64;

__global__ void k(int *a, int n) { a[n == 64 ? threadIdx.x : 0] = threadIdx.x; }

void host(int *a, Sizes *sizes) {
    int least;
    size = 64;
    cudaOccupancyMaxPotentialBlockSize(&least, sizes->block, k, 0, 0);
    k<<<1, 64>>>(a, size);
}
