// expect: drf
//--blockDim=64 --gridDim=1

// The parameter of a template is meant, not the class of the file.
struct Step {
    static constexpr int width = 2;
};
struct Given {
    static constexpr int width = 1;
};
template <class Step> struct Divided {
    static constexpr int by = Step::width;
};
template <class Step> __device__ int at(int i) { return i / Step::width; }

template <class Step> __global__ void of_kernel(int *a) { a[threadIdx.x / Step::width] = threadIdx.x; }

void start(int *a) { of_kernel<Given><<<1, 64>>>(a); }
