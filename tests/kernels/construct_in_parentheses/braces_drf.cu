// expect: drf
//--blockDim=64 --gridDim=1

struct Pair {
    int first, second;
};

template <typename T>
struct One {
    T value;
};

// An object in parentheses is no cast.
__global__ void write(int *a) {
    int n = (Pair{1, 2}.second) - (One<int>{1}.value) + (int{3}) - 3;
    a[threadIdx.x * n] = (int)threadIdx.x;
}
