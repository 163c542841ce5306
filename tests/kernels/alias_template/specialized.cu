// expect: drf
// A partial specialization for two arguments that are one.
template <typename T, typename U> struct same { static constexpr int by = 0; };
template <typename T> struct same<T, T> { static constexpr int by = 1; };

template <typename T> __global__ void fill(int *a) { a[threadIdx.x * same<T, int>::by] = threadIdx.x; }

void run(int *a) { fill<int><<<1, 64>>>(a); }
