#include <algorithm>
#include <cstdio>
#include <vector>

/* Two grid-stride loops. One of them strides by the block. */

__device__ double f(double x) { return 4.0 / (1.0 + x * x); }

__global__ void integrate(double *out, long n, double h) {
	for (long i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x)
		out[i] = h * f((i + 0.5) * h);
}

__global__ void normalize(double *out, long n, double scale) {
	for (long i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		out[i] *= scale;
}

int main(int argc, char *argv[]) {
	long n = 1 << 20;
	double *d;
	cudaMalloc(&d, n * sizeof(double));
	integrate<<<std::min<long>((n + 255) / 256, 1024), 256>>>(d, n, 1.0 / n);
	normalize<<<std::min<long>((n + 255) / 256, 1024), 256>>>(d, n, 1.0);
	std::vector<double> h(n);
	cudaMemcpy(h.data(), d, n * sizeof(double), cudaMemcpyDeviceToHost);
	double pi = 0;
	for (double x : h) pi += x;
	printf("%.12f\n", pi);
	cudaFree(d);
}
// expect integrate: racy -- the stride is one block, so all blocks go through the same elements (with equal values)
// expect normalize: race free -- the stride is the grid
