// expect: unsupported

// `T` is the host's: the kernel is read as if it were neither `float` nor `double`, and with both.
template <typename T> struct Internal;
template <> struct Internal<float> { __device__ static int place(int i) { return i; } };
template <> struct Internal<double> { __device__ static int place(int i) { return 2 * i; } };

template <typename T, int n> __global__ void k(T *a) { a[Internal<T>::place(threadIdx.x)] = n; }

template <typename T> void host(T *a) { k<T, 3><<<1, 64>>>(a); }
