// expect: racy
// Formatters write the marks of a launch apart, and nvcc takes them.
__global__ void k(int *a) { a[blockIdx.x * 32 + threadIdx.x] = 1; }

int main() {
	int *a;
	cudaMalloc(&a, 2048);
	k<<<8, 64 > > >(a);
}
