// expect: potential

#include <cub/cub.cuh>

struct Later {
    __device__ int operator()(int a, int b) const { return b; }
};

__global__ void scans(int *out, const int *in) {
    typedef cub::BlockScan<int, 128> Scan;
    __shared__ typename Scan::TempStorage storage;
    int all, scan;
    Scan(storage).InclusiveScan(in[threadIdx.x], scan, Later());
    Scan(storage).ExclusiveScan(in[threadIdx.x], scan, 0, Later(), all);
    out[blockIdx.x * blockDim.x + threadIdx.x] = scan + all;
}

void run(int *out, const int *in) { scans<<<4, 128>>>(out, in); }
