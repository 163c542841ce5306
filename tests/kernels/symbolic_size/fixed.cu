// expect: drf
//--blockDim=256 --gridDim=16

__global__ void reverse(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[n - 1 - i] = in[i];
}
