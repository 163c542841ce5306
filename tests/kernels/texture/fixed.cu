// expect: drf
//--blockDim=64 --gridDim=1

texture<float, 1> image;

__global__ void blur(float *a) {
    float here = tex1Dfetch(image, threadIdx.x / 2);
    a[threadIdx.x] = here;
}
