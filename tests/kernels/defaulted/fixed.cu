// expect: drf
//--blockDim=64 --gridDim=1

struct Place {
    int at;
    Place() = default;
    __device__ explicit Place(int i) : at(i) {}
    static const int step = 2;
};

__global__ void fill(int *a) {
    Place none, own(threadIdx.x);
    none.at = own.at * own.step;
    a[none.at] = 1;
    a[none.at + 1] = 1;
}
