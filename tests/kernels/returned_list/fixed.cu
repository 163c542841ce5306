// expect: drf

// A list is returned as a value of the type that the function returns.
struct Pair {
    int x, y;
};

__device__ Pair pair(int i) { return {i, 2 * i}; }
__device__ Pair none() { return {}; }
__device__ float2 both(float x) { return {x, x + 1}; }
__device__ unsigned char low(int i) { return {static_cast<unsigned char>(i)}; }

__global__ void k(float *a) {
    Pair p = pair(threadIdx.x), q = none();
    a[p.y - p.x + q.y] = both(low(p.x)).y;
}

void host(float *a) { k<<<1, 64>>>(a); }
