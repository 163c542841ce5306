#include <stdio.h>
#include <assert.h>
#include <cuda_runtime.h>

#define N 4096
#define B 256

/* out of place */
__global__ void reverse(int *d_out, int *d_in)
{
	int in = blockDim.x * blockIdx.x + threadIdx.x;
	int out = N - 1 - in;
	d_out[out] = d_in[in];
}

/* one block, static shared memory */
__global__ void staticReverse(int *d, int n)
{
	__shared__ int s[64];
	int t = threadIdx.x;
	int tr = n - t - 1;
	s[t] = d[t];
	__syncthreads();
	d[t] = s[tr];
}

/* one block, dynamic shared memory; something was lost here */
__global__ void dynamicReverse(int *d, int n)
{
	extern __shared__ int s[];
	int t = threadIdx.x;
	int tr = n - t - 1;
	s[t] = d[t];
	d[t] = s[tr];
}

/* in place, half the threads */
__global__ void swapReverse(int *d, int n)
{
	int i = blockDim.x * blockIdx.x + threadIdx.x;
	if (i < n / 2) {
		int t = d[i];
		d[i] = d[n - 1 - i];
		d[n - 1 - i] = t;
	}
}

int main(void)
{
	const int n = 64;
	int a[N], r[N], *d, *e;
	for (int i = 0; i < N; i++) a[i] = i;
	cudaMalloc(&d, N * sizeof(int));
	cudaMalloc(&e, N * sizeof(int));
	cudaMemcpy(d, a, N * sizeof(int), cudaMemcpyHostToDevice);

	reverse<<<N / B, B>>>(e, d);
	staticReverse<<<1, n>>>(d, n);
	dynamicReverse<<<1, n, n * sizeof(int)>>>(d, n);
	swapReverse<<<N / B, B>>>(e, N);

	cudaMemcpy(r, e, N * sizeof(int), cudaMemcpyDeviceToHost);
	for (int i = 0; i < N; i++) assert(r[i] == a[i]);
	return 0;
}
// expect reverse: race free, assuming nothing -- N - 1 - in has one writer, and e and d are two arrays
// expect staticReverse: race free, assuming nothing -- a barrier between s[t] and s[tr]
// expect dynamicReverse: racy -- no barrier: s[tr] is read while its thread writes it
// expect swapReverse: race free, assuming nothing -- pairs of i < n / 2 are disjoint
