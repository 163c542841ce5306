// expect: unsupported
//--blockDim=64 --gridDim=1

template <typename T>
struct Outer {
    template <typename U>
    struct Inner {
        static const int value = 3;
    };
};

__global__ void fill(int *a) {
    a[threadIdx.x] = Outer<int>::Inner<short>::value;
}
