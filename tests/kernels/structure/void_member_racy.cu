// expect: racy
//--blockDim=64 --gridDim=4

// Each pair of numbers is written, and each number in it.
struct Params {
    void *to;
};

__global__ void k(Params p) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    ((short *)p.to)[i] = 1;
    ((int *)p.to)[i] = 1;
}
