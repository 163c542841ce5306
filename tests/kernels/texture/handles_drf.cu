// expect: drf
//--blockDim=64 --gridDim=1

// Textures are read, by whatever handles.
__global__ void read(cudaTextureObject_t *from, float *to, int n) {
    to[threadIdx.x] = tex2D<float>(from[n], threadIdx.x, 0.5f);
}
