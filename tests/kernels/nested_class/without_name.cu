// expect: unsupported
//--blockDim=64 --gridDim=1

// The structure without a name is a member, whose members are found in the class.
template <int N>
struct Pair {
    struct {
        int first;
        int second;
    };
    int third;
};

__global__ void write(int *a) {
    Pair<1> pair;
    pair.third = sizeof(Pair<1>) / 4;
    a[threadIdx.x * pair.third] = 1;
}
