// expect: racy
//--blockDim=64 --gridDim=1

template <typename T>
struct Place {
    T step = 257;
};

// Of 8 bits it is 1.
__global__ void write(int *a) {
    Place<unsigned char> place;
    a[threadIdx.x / 2 * place.step] = threadIdx.x;
}
