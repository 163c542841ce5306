// expect: unsupported

// `Own` has the `width` of the specialization, which the template has not. [C++17, 17.7.3]
enum { width = 1 };
template <class T> struct Rows {};
template <> struct Rows<int> {
    enum { width = 2 };
};
struct Own : Rows<int> {
    static __device__ int at(int i) { return i / width; }
};

__global__ void k(int *a) { a[Own::at(threadIdx.x)] = threadIdx.x; }
