// expect: unsupported
//--blockDim=64 --gridDim=1

struct Width {
    int width = 1;
};

struct Place : Width {};

// With the member of the base that is 1, all threads write one element.
__global__ void write(int *a) {
    Place place{};
    a[threadIdx.x * (1 - place.width)] = threadIdx.x;
}
