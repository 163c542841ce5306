// expect: drf

// How many rows and columns the thread's own array has nothing says.
template <int log2_elements> __global__ void k(const float *from, float *to) {
    constexpr int next_power_of_two = 1 << log2_elements;
    constexpr int warp_size = (next_power_of_two < 32) ? next_power_of_two : 32;
    constexpr int iterations = next_power_of_two / warp_size;
    constexpr int batch = (next_power_of_two <= 128) ? 2 : 1;
    float elements[batch][iterations];
    float more[2][iterations];
    more[1][0] = from[0];
    for (int i = 0; i < batch; i++)
        for (int j = 0; j < iterations; j++) elements[i][j] = from[i + j];
    float sum = 0;
    for (int i = 0; i < batch; i++)
        for (int j = 0; j < iterations; j++) sum += elements[i][j];
    to[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
