// expect: drf
//--blockDim=64 --gridDim=1

__global__ void copy(float4 *to, const float4 *from, int *n) {
    __stcs(&to[threadIdx.x], __ldcs(&from[threadIdx.x + 1]));
    __stcg(n + threadIdx.x, __ldcg(n + threadIdx.x) + 1);
}
