// expect: drf
//--blockDim=64 --gridDim=1

__global__ void scale(float4 *a) {
    a[threadIdx.x] = a[threadIdx.x] * 2.0f;
}
