// expect: racy

// An own function for vectors has a name that CUDA has for numbers.
inline __device__ float2 fabs(float2 v) { return make_float2(fabs(v.x), fabs(v.y)); }

__global__ void k(float *a, float x) {
    a[threadIdx.x / 2] = fabs(x);
}

void run(float *a, float x) { k<<<1, 64>>>(a, x); }
