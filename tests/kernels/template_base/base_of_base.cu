// expect: unsupported

// `Own` has the `width` of the base of its base, which is no dependent one here. [C++17, 17.6.2/3]
enum { width = 1 };
template <class T> struct Rows {
    enum { width = 2 };
};
template <class T> struct Wide : Rows<T> {};
struct Own : Wide<int> {
    static __device__ int at(int i) { return i / width; }
};

__global__ void k(int *a) { a[Own::at(threadIdx.x)] = threadIdx.x; }
