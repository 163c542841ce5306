// expect: drf
//--blockDim=64 --gridDim=1

__global__ void read(float *out, cudaSurfaceObject_t from, cudaTextureObject_t texture) {
    float v = surf2Dread<float>(from, threadIdx.x * 4, 0);
    float4 t = tex2D<float4>(texture, v, 0.5f);
    out[threadIdx.x] = v + t.x + tex1Dfetch<float>(texture, threadIdx.x);
}
