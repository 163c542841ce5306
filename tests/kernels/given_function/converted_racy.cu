// expect: racy

#include <functional>

// As `drf.cu`; but what is called converts what it is given: the pitch is 0, and the rows are one.
template <class... Arguments>
void benchmark(int repeats, std::function<void(float *, int, unsigned char)> kernel, Arguments &&...arguments) {
    for (int i = 0; i < repeats; i++) {
        kernel(std::forward<Arguments>(arguments)...);
    }
}

__global__ void fill(float *out, int width, int pitch) {
    for (int i = threadIdx.x; i < width; i += blockDim.x)
        out[blockIdx.x * pitch + i] = 1.0f;
}

void launch(float *out, int width, int pitch) {
    fill<<<16, 64>>>(out, width, pitch);
}

int main() {
    int width = 500, pitch = 512;
    float *out;
    cudaMalloc(&out, 16 * pitch * sizeof(float));
    benchmark(1000, launch, out, width, pitch);
}
