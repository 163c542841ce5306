// expect: drf
// A template's value that is a function: it is called in the place of the parameter.
using reduction = float (*)(float);
__device__ float sum(float x) {
    for (int d = 16; d > 0; d /= 2) x += __shfl_xor_sync(0xffffffff, x, d);
    return x;
}
template <reduction warp>
__device__ float block(float x, bool again = false, float outside = 0.0f) {
    __shared__ float all[32];
    int lane = threadIdx.x % 32, number = threadIdx.x / 32;
    float one = warp(x);
    if (lane == 0) all[number] = one;
    __syncthreads();
    one = lane < blockDim.x / 32 ? all[lane] : outside;
    float whole = warp(one);
    if (again) __syncthreads();
    return whole;
}
__global__ void k(float *out, const float *in) {
    float x = block<sum>(in[blockIdx.x * blockDim.x + threadIdx.x]);
    if (threadIdx.x == 0) out[blockIdx.x] = x;
}
void launch(float *out, const float *in) { k<<<4, 256>>>(out, in); }
