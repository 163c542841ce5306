// expect: unsupported
//--blockDim=64 --gridDim=1

template <class T> struct Holder {
    T t;
    template <class U> __device__ void set(U u);
};
template <class T> template <class U> __device__ void Holder<T>::set(U u) { t = u; }

__global__ void fill(int *a) {
    Holder<int> holder;
    holder.set(3);
    a[threadIdx.x] = holder.t;
}
