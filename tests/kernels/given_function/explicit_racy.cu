// expect: racy

// As `drf.cu`; but the template argument that is given converts the pitch: it is 0, and the rows are one.
template <class Kernel, class... Arguments>
void benchmark(int repeats, Kernel kernel, Arguments &&...arguments) {
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
    float *out;
    cudaMalloc(&out, 16 * 512 * sizeof(float));
    benchmark<void (*)(float *, int, int), float *&, int, unsigned char>(1000, launch, out, 500, 512);
}
