// expect: racy

// The call stands before another function of the name, which takes no number.
__device__ int place(int i) { return i / 2; }

__global__ void k(int *a) { a[place(threadIdx.x)] = 1; }

__device__ float2 place(float2 v) { return v; }

void run(int *a) { k<<<1, 64>>>(a); }
