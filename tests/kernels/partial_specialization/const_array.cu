// expect: unsupported
// An array of constants is one of `const` elements. [C++17, 6.9.3, paragraph 5]
template <class T, class U> struct Same { static constexpr int by = 1; };
template <class T> struct Same<T, T> { static constexpr int by = 0; };

__global__ void fill(int *a) {
    using Pair = int[2];
    a[threadIdx.x * Same<const Pair, const int[2]>::by] = threadIdx.x;
}

void run(int *a) { fill<<<1, 64>>>(a); }
