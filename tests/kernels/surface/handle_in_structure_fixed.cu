// expect: drf
//--blockDim=64 --gridDim=4

struct Image {
    cudaSurfaceObject_t bytes;
    int width;
};

__global__ void fill(Image to) {
    int x = threadIdx.x;
    if (x < to.width) surf2Dwrite(make_uchar4(0, 0, 0, 0), to.bytes, x * sizeof(uchar4), blockIdx.x);
}
