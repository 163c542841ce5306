#include <algorithm>
#include <cassert>
#include <climits>
#include <cstdio>
#include <random>
#include <vector>

#define THREADS 512
#define BLOCKS 2048
#define NUM_VALS (THREADS * BLOCKS)

__global__ void bitonic_sort_step(unsigned* dev_values, int j, int k) {
	unsigned int i, ixj; /* the two partners */
	i = threadIdx.x + blockDim.x * blockIdx.x;
	ixj = i ^ j;

	if (ixj > i) {
		if ((i & k) == 0) {
			/* ascending */
			if (dev_values[i] > dev_values[ixj]) {
				unsigned temp = dev_values[i];
				dev_values[i] = dev_values[ixj];
				dev_values[ixj] = temp;
			}
		}
		if ((i & k) != 0) {
			/* descending */
			if (dev_values[i] < dev_values[ixj]) {
				unsigned temp = dev_values[i];
				dev_values[i] = dev_values[ixj];
				dev_values[ixj] = temp;
			}
		}
	}
}

void bitonic_sort(unsigned* values) {
	unsigned* dev_values;
	size_t size = NUM_VALS * sizeof(unsigned);
	cudaMalloc((void**)&dev_values, size);
	cudaMemcpy(dev_values, values, size, cudaMemcpyHostToDevice);

	dim3 blocks(BLOCKS, 1);
	dim3 threads(THREADS, 1);

	for (int k = 2; k <= NUM_VALS; k <<= 1)
		for (int j = k >> 1; j > 0; j = j >> 1)
			bitonic_sort_step<<<blocks, threads>>>(dev_values, j, k);

	cudaMemcpy(values, dev_values, size, cudaMemcpyDeviceToHost);
	cudaFree(dev_values);
}

int main() {
	std::vector<unsigned> v(NUM_VALS);
	std::mt19937 mt;
	std::uniform_int_distribution<unsigned> dist(0, UINT_MAX);
	for (auto& x : v) x = dist(mt);
	auto w = v;
	bitonic_sort(v.data());
	std::sort(w.begin(), w.end());
	assert(v == w);
	puts("sorted");
}
// expect bitonic_sort_step: race free, assuming nothing -- i and i ^ j are a pair that only the smaller of the two touches
