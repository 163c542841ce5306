// expect: racy
//--blockDim=64 --gridDim=1

template <typename T>
constexpr T last() { return T(63); }
template <typename T>
const T END = last<T>();
template <int N>
constexpr int TWICE = 2 * N;

template <typename T>
__global__ void mark(T *a, int n) {
    if (n == END<int>) return;
    a[threadIdx.x * TWICE<0> + END<int>] = END<T>;
}
