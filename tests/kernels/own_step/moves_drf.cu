// expect: drf

// The one behind gives what was there before, the one in front what is there now.
struct Place {
    unsigned at;
    __device__ Place &operator++() { at = at + gridDim.x * blockDim.x; return *this; }
    __device__ unsigned operator++(int) { unsigned old = at; at = at + 1; return old; }
};
__global__ void k(int *a) {
    Place p;
    p.at = blockIdx.x * blockDim.x + threadIdx.x;
    a[p++] = 1;
    p.at = p.at - 1;
    ++p;
    a[p.at] = 2;
}
int main() { int *a; cudaMalloc(&a, 4096); k<<<2, 64>>>(a); }
