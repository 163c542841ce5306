#include <stdio.h>
#include <cuda_runtime.h>
#include <helper_cuda.h>
#include <helper_functions.h>

// Copies and kernels of four streams overlap; each has its chunk of one array.

#define NSTREAMS 4

__global__ void process(float *a, int offset)
{
    int i = offset + threadIdx.x + blockIdx.x * blockDim.x;
    float x = (float)i;
    float s = sinf(x);
    float c = cosf(x);
    a[i] = a[i] + sqrtf(s * s + c * c);
}

int main(int argc, char **argv)
{
    const int blockSize = 256;
    const int n = 4 * 1024 * blockSize * NSTREAMS;
    const int streamSize = n / NSTREAMS;
    const int streamBytes = streamSize * sizeof(float);
    const int bytes = n * sizeof(float);

    int devId = findCudaDevice(argc, (const char **)argv);
    cudaDeviceProp prop;
    checkCudaErrors(cudaGetDeviceProperties(&prop, devId));
    printf("Device: %s\n", prop.name);

    float *a, *d_a;
    checkCudaErrors(cudaMallocHost((void **)&a, bytes));
    checkCudaErrors(cudaMalloc((void **)&d_a, bytes));
    cudaStream_t stream[NSTREAMS];
    for (int i = 0; i < NSTREAMS; ++i) checkCudaErrors(cudaStreamCreate(&stream[i]));

    memset(a, 0, bytes);
    for (int i = 0; i < NSTREAMS; ++i) {
        int offset = i * streamSize;
        checkCudaErrors(cudaMemcpyAsync(&d_a[offset], &a[offset], streamBytes, cudaMemcpyHostToDevice, stream[i]));
        process<<<streamSize / blockSize, blockSize, 0, stream[i]>>>(d_a, offset);
        checkCudaErrors(cudaMemcpyAsync(&a[offset], &d_a[offset], streamBytes, cudaMemcpyDeviceToHost, stream[i]));
    }
    checkCudaErrors(cudaDeviceSynchronize());

    float maxError = 0;
    for (int i = 0; i < n; i++) maxError = fmaxf(maxError, fabsf(a[i] - 1.0f));
    printf("max error: %e\n", maxError);
    for (int i = 0; i < NSTREAMS; ++i) checkCudaErrors(cudaStreamDestroy(stream[i]));
    cudaFree(d_a);
    cudaFreeHost(a);
    return 0;
}
// expect process: race free, assuming missing-header -- one element for each thread, whatever the offset is
