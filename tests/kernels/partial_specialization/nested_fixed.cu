// expect: drf
//--blockDim=[8,8] --gridDim=1

// One axis less with each index, in another order of the parameters.
template <typename T, int N> struct Rows {
    T *first;
    __device__ Rows<T, N - 1> row(int i) const { return Rows<T, N - 1>{first + 8 * i}; }
};
template <typename Element> struct Rows<Element, 1> {
    Element *first;
    __device__ Element &at(int i) const { return first[i]; }
};

__global__ void fill(Rows<int, 2> to) { to.row(threadIdx.y).at(threadIdx.x) = 0; }
