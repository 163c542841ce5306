// expect: drf

// The type of `n` is the parameter of `f`, not that of the function which calls it: 44 threads.
template <class T> __global__ void k(T *a) {
    if (threadIdx.x < 50)
        a[threadIdx.x % 44] = threadIdx.x;
}
template <class T, T n> void f(T *p) { k<T><<<1, n>>>(p); }
template <class T> void g(int *p) { f<int, 44>(p); }
int main() {
    int *p;
    cudaMalloc(&p, 1200);
    g<char>(p);
}
