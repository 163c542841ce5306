// expect: racy
//--blockDim=64 --gridDim=1

struct Place {
    int at = 3;
};

// The members of a new object have their values.
__global__ void write(int *a) {
    Place place;
    a[place.at] = threadIdx.x;
}
