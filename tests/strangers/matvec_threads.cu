#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

/* y = A x, several versions (Visual Studio project) */

#define ROWS 1000
#define COLS 900

typedef struct _Result
{
	const char *name;
	float ms;
} Result;

__global__ void MatVecRow(const float *A, const float *x, float *y)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	if (row < ROWS)
	{
		float s = 0.0f;
		for (int c = 0; c < COLS; c++)
			s += A[row * COLS + c] * x[c];
		y[row] = s;
	}
}

__global__ void MatVecElement(const float *A, const float *x, float *y)
{
	int col = blockIdx.x * blockDim.x + threadIdx.x;
	int row = blockIdx.y * blockDim.y + threadIdx.y;
	if (row < ROWS && col < COLS)
		y[row] += A[row * COLS + col] * x[col];
}

__global__ void MatVecElementAtomic(const float *A, const float *x, float *y)
{
	int col = blockIdx.x * blockDim.x + threadIdx.x;
	int row = blockIdx.y * blockDim.y + threadIdx.y;
	if (row < ROWS && col < COLS)
		atomicAdd(&y[row], A[row * COLS + col] * x[col]);
}

int main(int argc, char *argv[])
{
	LARGE_INTEGER f, t0, t1;
	Result r[3];
	float *A, *x, *y;
	QueryPerformanceFrequency(&f);
	cudaMalloc((void **)&A, ROWS * COLS * sizeof(float));
	cudaMalloc((void **)&x, COLS * sizeof(float));
	cudaMalloc((void **)&y, ROWS * sizeof(float));
	cudaMemset(A, 0, ROWS * COLS * sizeof(float));

	dim3 block(32, 8);
	dim3 grid((COLS + block.x - 1) / block.x, (ROWS + block.y - 1) / block.y);

	QueryPerformanceCounter(&t0);
	MatVecRow<<<(ROWS + 63) / 64, 64>>>(A, x, y);
	MatVecElement<<<grid, block>>>(A, x, y);
	MatVecElementAtomic<<<grid, block>>>(A, x, y);
	cudaDeviceSynchronize();
	QueryPerformanceCounter(&t1);
	r[0].name = "all";
	r[0].ms = 1000.0f * (t1.QuadPart - t0.QuadPart) / f.QuadPart;
	printf("%s: %f ms\n", r[0].name, r[0].ms);
	system("pause");
	return 0;
}
// expect MatVecRow: race free -- one row for each thread
// expect MatVecElement: racy -- all columns of a row add to y[row] without an atomic
// expect MatVecElementAtomic: race free -- they add with atomics
