// expect: drf
//--blockDim=64 --gridDim=1

template <int n> struct Step {
    static constexpr int value = n - 1;
    enum { twice = 2 * n, more };
};

struct Limits {
    static const int first = 3;
};

__global__ void fill(int *a) {
    a[threadIdx.x * Step<2>::value + Limits::first] = Step<2>::more;
}
