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

__global__ void of_function(int *a) { a[at<Given>(threadIdx.x)] = threadIdx.x; }
