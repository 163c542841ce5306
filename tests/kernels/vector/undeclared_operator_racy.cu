// expect: racy
//--blockDim=64 --gridDim=1

// Nothing at hand declares the operator: a run computes what it usually is, and so confirms nothing.
__global__ void scale(float4 *a) {
    a[threadIdx.x / 2] = a[threadIdx.x / 2] * 2.0f;
}
