#include <stdio.h>
#include <cuda_runtime.h>

#define RADIUS 3
#define BLOCK  128
#define NUM    (BLOCK * 1000)

/* out[i] = sum of in[i-RADIUS .. i+RADIUS]; in has RADIUS more elements on both sides */
__global__ void stencil_1d(const int *in, int *out)
{
	__shared__ int temp[BLOCK + 2 * RADIUS];
	int g = threadIdx.x + blockIdx.x * blockDim.x + RADIUS;
	int l = threadIdx.x + RADIUS;

	temp[l] = in[g];
	if (threadIdx.x < RADIUS) {
		temp[l - RADIUS] = in[g - RADIUS];
		temp[l + BLOCK - 1] = in[g + BLOCK - 1];
	}
	__syncthreads();

	int result = 0;
	for (int o = -RADIUS; o <= RADIUS; o++)
		result += temp[l + o];
	out[g] = result;
}

int main(void)
{
	static int h_in[NUM + 2 * RADIUS], h_out[NUM + 2 * RADIUS];
	int *d_in, *d_out;
	for (int i = 0; i < NUM + 2 * RADIUS; i++)
		h_in[i] = 1;
	cudaMalloc((void **)&d_in, sizeof(h_in));
	cudaMalloc((void **)&d_out, sizeof(h_out));
	cudaMemcpy(d_in, h_in, sizeof(h_in), cudaMemcpyHostToDevice);
	stencil_1d<<<NUM / BLOCK, BLOCK>>>(d_in, d_out);
	cudaMemcpy(h_out, d_out, sizeof(h_out), cudaMemcpyDeviceToHost);
	for (int i = RADIUS; i < NUM + RADIUS; i++)
		if (h_out[i] != 2 * RADIUS + 1) {
			printf("wrong at %d: %d\n", i, h_out[i]);
			return 1;
		}
	printf("OK\n");
	cudaFree(d_in);
	cudaFree(d_out);
	return 0;
}
// expect stencil_1d: racy -- the right halo is off by one, so thread 0 writes the cell of the last thread
