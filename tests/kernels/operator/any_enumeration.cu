// expect: unsupported

// What is shifted is an enumerator: the template is meant.
enum Side { left, right };
template <typename T> __device__ int operator<<(T a, T b) { return 0; }

__global__ void k(int *a) { a[threadIdx.x * (right << left)] = 1; }

void run(int *a) { k<<<1, 64>>>(a); }
