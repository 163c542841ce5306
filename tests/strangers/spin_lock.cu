#include <cstdio>
#include <cstdlib>

// A bank: transfers between accounts under one lock, and without.

struct Lock {
	int *mutex;
	Lock() {
		cudaMalloc((void **)&mutex, sizeof(int));
		cudaMemset(mutex, 0, sizeof(int));
	}
	__device__ void lock() {
		while (atomicCAS(mutex, 0, 1) != 0)
			;
		__threadfence();
	}
	__device__ void unlock() {
		__threadfence();
		atomicExch(mutex, 0);
	}
};

__global__ void deposit(Lock l, int *balance, int amount)
{
	if (threadIdx.x == 0) {
		l.lock();
		*balance += amount;
		l.unlock();
	}
}

__global__ void deposit_unlocked(int *balance, int amount)
{
	if (threadIdx.x == 0)
		*balance += amount;
}

int main(int argc, char **argv)
{
	Lock l;
	int *balance, h = 0;
	cudaMalloc((void **)&balance, sizeof(int));
	cudaMemcpy(balance, &h, sizeof(int), cudaMemcpyHostToDevice);
	deposit<<<128, 32>>>(l, balance, 10);
	cudaMemcpy(&h, balance, sizeof(int), cudaMemcpyDeviceToHost);
	printf("with lock: %d (1280)\n", h);
	deposit_unlocked<<<128, 32>>>(balance, -10);
	cudaMemcpy(&h, balance, sizeof(int), cudaMemcpyDeviceToHost);
	printf("without: %d (0)\n", h);
	return 0;
}
// expect deposit: race free or potential, assuming fence -- a lock with fences orders the updates; what fences order may be left open
// expect deposit_unlocked: racy -- the first threads of 128 blocks update one balance
