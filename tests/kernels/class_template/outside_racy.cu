// expect: racy

// Member functions of a class template that are defined outside of it.
template <class T, int n> struct Pair {
    T x, y;
    __device__ Pair &operator+=(const Pair &other);
    __device__ T get() const;
    __device__ void set(T to);
    __device__ static int offset();
};
template <class T, int n>
__device__ Pair<T, n> &Pair<T, n>::operator+=(const Pair<T, n> &other) {
    x += other.x;
    return *this;
}
template <class T, int n> __device__ T Pair<T, n>::get() const { return x; }
template <class T, int n> __device__ void Pair<T, n>::set(T to) { x = y = to; }
template <class T, int n> __device__ int Pair<T, n>::offset() { return n; }

__global__ void k(int *a) {
    Pair<int, 2> own, other;
    own.set(threadIdx.x);
    other.set(2);
    own += other;
    a[own.get() / 2 + Pair<int, 2>::offset()] = 1;
}

void run(int *a) { k<<<1, 64>>>(a); }
