// expect: drf
// Formatters write the marks of a launch apart, and nvcc takes them.
__global__ void k(int *a) { a[blockIdx.x * 32 + threadIdx.x] = 1; }

template <class T> struct Size { static const int value = 32; };

int main() {
	int *a;
	cudaMalloc(&a, 1024);
	k << <8, Size<Size<int>>::value >> > (a);
}
