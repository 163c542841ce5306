#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <cstring>
#include <helper_cuda.h>

// rotates an image about its centre, with hardware interpolation

__global__ void rotateKernel(float *out, int width, int height, float theta, cudaTextureObject_t tex)
{
    unsigned int x = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int y = blockIdx.y * blockDim.y + threadIdx.y;
    float u = (float)x - (float)width / 2;
    float v = (float)y - (float)height / 2;
    float tu = (u * cosf(theta) - v * sinf(theta)) / width;
    float tv = (v * cosf(theta) + u * sinf(theta)) / height;
    out[y * width + x] = tex2D<float>(tex, tu + 0.5f, tv + 0.5f);
}

int main(int argc, char **argv)
{
    const int width = 512, height = 512;
    const size_t size = width * height * sizeof(float);
    float *h = (float *)malloc(size), *out = NULL;
    for (int i = 0; i < width * height; ++i) h[i] = i % 256;
    checkCudaErrors(cudaMalloc((void **)&out, size));

    cudaChannelFormatDesc desc = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    cudaArray *cuArray;
    checkCudaErrors(cudaMallocArray(&cuArray, &desc, width, height));
    checkCudaErrors(cudaMemcpy2DToArray(cuArray, 0, 0, h, width * sizeof(float), width * sizeof(float), height, cudaMemcpyHostToDevice));

    cudaTextureObject_t tex;
    cudaResourceDesc res;
    memset(&res, 0, sizeof(res));
    res.resType = cudaResourceTypeArray;
    res.res.array.array = cuArray;
    cudaTextureDesc td;
    memset(&td, 0, sizeof(td));
    td.normalizedCoords = true;
    td.filterMode = cudaFilterModeLinear;
    td.addressMode[0] = cudaAddressModeWrap;
    td.addressMode[1] = cudaAddressModeWrap;
    td.readMode = cudaReadModeElementType;
    checkCudaErrors(cudaCreateTextureObject(&tex, &res, &td, NULL));

    dim3 dimBlock(8, 8, 1);
    dim3 dimGrid(width / dimBlock.x, height / dimBlock.y, 1);
    rotateKernel<<<dimGrid, dimBlock, 0>>>(out, width, height, 0.5f, tex);
    getLastCudaError("Kernel execution failed");
    checkCudaErrors(cudaMemcpy(h, out, size, cudaMemcpyDeviceToHost));
    printf("%f\n", h[0]);
    checkCudaErrors(cudaDestroyTextureObject(tex));
    checkCudaErrors(cudaFreeArray(cuArray));
    checkCudaErrors(cudaFree(out));
    free(h);
    return EXIT_SUCCESS;
}
// expect rotateKernel: race free, assuming missing-header -- the launch covers 512 x 512 exactly, so x < width without a test
