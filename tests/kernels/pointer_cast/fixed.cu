// expect: drf
//--blockDim=64 --gridDim=1

__global__ void bits(float *a) {
    unsigned int *words = reinterpret_cast<unsigned int *>(a);
    words[threadIdx.x] = 1u << 31;
    a[threadIdx.x + 64] = 0.0f;
}
