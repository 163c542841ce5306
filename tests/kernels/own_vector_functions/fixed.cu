// expect: drf
//--blockDim=64 --gridDim=1

__device__ float2 make_float2(float s) { return make_float2(s, s); }
__device__ float2 make_float2(float3 a) { return make_float2(a.x, a.y); }
__device__ float dot(float2 a, float2 b) { return a.x * b.x + a.y * b.y; }
__device__ float2 operator*(float2 a, float s) { return make_float2(a.x * s, a.y * s); }

__global__ void scale(float2 *a, float3 *b) {
    int i = threadIdx.x;
    a[i] = make_float2(dot(a[i], make_float2(b[i]))) * 2.0f;
}
