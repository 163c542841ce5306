// expect: drf

// A structure that is aligned behind its members lies where its members and its alignment say: bytes may be used as such ones.
struct Pair {
    float first, second;
} __align__(16);

__global__ void swap(float *out, const float *in) {
    extern __shared__ char bytes[];
    Pair *pairs = reinterpret_cast<Pair *>(bytes);
    float *numbers = reinterpret_cast<float *>(bytes);
    int i = threadIdx.x;
    pairs[i].first = in[i];
    // Behind the two members there is room.
    numbers[4 * i + 3] = in[i];
    __syncthreads();
    out[i] = pairs[i / 2].first + numbers[4 * (i / 2) + 3];
}

void run(float *out, const float *in) { swap<<<1, 64, 1024>>>(out, in); }
