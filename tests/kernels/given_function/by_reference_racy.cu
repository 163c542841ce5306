// expect: racy

// As `drf.cu`; but the function that is called makes the rows wider each time.
template <class Kernel, class... Arguments>
float benchmark(int repeats, Kernel kernel, Arguments &&...arguments) {
    for (int i = 0; i < repeats; i++) {
        kernel(std::forward<Arguments>(arguments)...);
    }
    return 0.0f;
}

__global__ void fill(float *out, int width, int pitch) {
    for (int i = threadIdx.x; i < width; i += blockDim.x)
        out[blockIdx.x * pitch + i] = 1.0f;
}

void launch(float *out, int &width, int pitch, int threads) {
    fill<<<16, threads>>>(out, width, pitch);
    width += 100;
}

int main() {
    int width = 500, pitch = 512;
    float *out;
    cudaMalloc(&out, 16 * pitch * sizeof(float));
    benchmark(1000, launch, out, width, pitch, 64);
}
