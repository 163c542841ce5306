// expect: unsupported
// An array of constants is one of `const` elements. [C++17, 6.9.3, paragraph 5]
template <class T, class U> struct Same { static constexpr int by = 1; };
template <class T> struct Same<T, T> { static constexpr int by = 0; };

template <class T, class U> __global__ void fill(int *a) { a[threadIdx.x * Same<const T, const U>::by] = threadIdx.x; }

void run(int *a) { fill<int[2], const int[2]><<<1, 64>>>(a); }
