// expect: racy
//--blockDim=64 --gridDim=1

__global__ void fill(float4 *v) {
    v[threadIdx.x].x = 1;
    v[threadIdx.x / 2].y = 2;
}
