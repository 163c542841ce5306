// expect: drf

// The definition calls the parameter by another name than the class.
template <class T> struct Cell {
    T x;
    __device__ T get() const;
};
template <class U> __device__ U Cell<U>::get() const { return x; }

__global__ void k(int *a) {
    Cell<int> own;
    own.x = threadIdx.x;
    a[own.get()] = 1;
}

void run(int *a) { k<<<1, 64>>>(a); }
