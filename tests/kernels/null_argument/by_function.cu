// expect: drf
// A function asks.
template <typename T>
__device__ bool is_there(const T *p) { return p != nullptr; }

__global__ void each(int *to, int *count) {
    to[threadIdx.x] = threadIdx.x;
    if (is_there(count)) ++*count;
}

void run(int *to) { each<<<1, 64>>>(to, nullptr); }
