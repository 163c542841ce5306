// expect: racy
// Formatters write the marks of a launch apart, and nvcc takes them: this one gives one array twice.
__global__ void k(int *a, int *b) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	a[i] = b[i + 1];
}

int main() {
	int *a;
	cudaMalloc(&a, 260);
	k<<<1, 64 > > >(a, a);
}
