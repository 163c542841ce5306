// expect: unsupported
namespace narrow { template <typename T> using index_t = unsigned char; }
namespace wide { template <typename T> struct index_t { T x; }; }

__global__ void fill(int *a) {
    a[threadIdx.x * sizeof(wide::index_t<int>) / 2] = threadIdx.x;
}

void run(int *a) { fill<<<1, 512>>>(a); }
