// expect: racy

// The file has a namespace of that name, and what is in it is no atomic.
namespace cuda {
template <typename T> struct atomic {
    T value;
    __device__ T fetch_add(T by) { T old = value; value = old + by; return old; }
};
}
__global__ void k(cuda::atomic<int> *a) { a->fetch_add(1); }
int main() { cuda::atomic<int> *a; cudaMalloc(&a, 4); k<<<1, 64>>>(a); }
