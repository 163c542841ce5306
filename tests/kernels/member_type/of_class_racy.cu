// expect: racy

// The type of the index holds 8 bits of the 11 that are put into it.
struct Traits {
    using Index = unsigned char;
};

template <typename T> __global__ void k(float *a) {
    typename T::Index i = 32 * threadIdx.x;
    a[i] = threadIdx.x;
}

void host(float *a) { k<Traits><<<1, 64>>>(a); }
