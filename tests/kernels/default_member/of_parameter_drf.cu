// expect: drf
//--blockDim=64 --gridDim=1

template <typename T>
struct Place {
    T step = 1, far = T(2) + 1;
};

__global__ void write(int *a) {
    Place<int> place;
    Place<short> other;
    a[threadIdx.x * place.step + other.far] = threadIdx.x;
}
