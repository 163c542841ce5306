// expect: unsupported

// The class of the argument brings the function of its namespace.
namespace first {
struct Place {
    int x;
};
__device__ int at(Place p) { return p.x / 2; }
}
__device__ int at(int i) { return i; }

__global__ void k(int *a) {
    first::Place p;
    p.x = threadIdx.x;
    a[at(p)] = 1;
}

void run(int *a) { k<<<1, 64>>>(a); }
