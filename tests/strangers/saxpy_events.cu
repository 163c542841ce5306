#include <cstdlib>
#include <iostream>
#include <vector>
#include <cuda_runtime.h>

using namespace std;

inline void cudaCheck(cudaError_t e, const char* what)
{
	if (e != cudaSuccess) {
		cerr << what << ": " << cudaGetErrorString(e) << endl;
		exit(1);
	}
}

// grid-stride: any n works with any launch
__global__ void saxpy(size_t n, float a, const float* __restrict__ x, float* __restrict__ y)
{
	for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
		y[i] = a * x[i] + y[i];
}

int main(int argc, char** argv)
{
	const size_t n = argc > 1 ? strtoul(argv[1], nullptr, 10) : (1u << 22);
	vector<float> x(n, 1.0f), y(n, 2.0f);

	float *d_x = nullptr, *d_y = nullptr;
	cudaCheck(cudaMalloc(&d_x, n * sizeof(float)), "malloc x");
	cudaCheck(cudaMalloc(&d_y, n * sizeof(float)), "malloc y");
	cudaCheck(cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice), "copy x");
	cudaCheck(cudaMemcpy(d_y, y.data(), n * sizeof(float), cudaMemcpyHostToDevice), "copy y");

	int sms = 0;
	cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);

	cudaEvent_t start, stop;
	cudaEventCreate(&start);
	cudaEventCreate(&stop);
	cudaEventRecord(start);
	saxpy<<<32 * sms, 256>>>(n, 2.0f, d_x, d_y);
	cudaEventRecord(stop);
	cudaEventSynchronize(stop);
	float ms = 0;
	cudaEventElapsedTime(&ms, start, stop);

	cudaCheck(cudaMemcpy(y.data(), d_y, n * sizeof(float), cudaMemcpyDeviceToHost), "copy back");
	float bad = 0;
	for (size_t i = 0; i < n; ++i) bad = max(bad, abs(y[i] - 4.0f));
	cout << "error " << bad << ", " << n * sizeof(float) * 3 / ms / 1e6 << " GB/s" << endl;
	cudaFree(d_x);
	cudaFree(d_y);
}
// expect saxpy: race free -- the grid-stride loop gives every element to one thread
