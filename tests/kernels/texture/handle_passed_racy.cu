// expect: racy
// The handle of a texture is a number: a function may have a copy of it, and a structure may hold it.
struct Sources { cudaTextureObject_t first, second; };
__device__ float at(float x, cudaTextureObject_t texture) { return tex1D<float>(texture, x); }
__device__ float sum(float x, Sources from) { return at(x, from.first) + at(x, from.second); }
__global__ void k(float *a, Sources from) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Sources own = from;
    a[i / 2] = sum(i, own);
}
