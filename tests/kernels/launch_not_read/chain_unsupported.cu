// expect: unsupported
// flags: --strict

// The calls are more than are followed.
__global__ void k(float *a, const float *b) { int i = blockIdx.x * blockDim.x + threadIdx.x; a[i] = b[i + 1]; }

template <class T> void f0(T *x, T *y) { k<<<1, 64>>>(x, y); }
template <class T> void f1(T *x, T *y) { f0(x, y); f0(x, y); }
template <class T> void f2(T *x, T *y) { f1(x, y); f1(x, y); }
template <class T> void f3(T *x, T *y) { f2(x, y); f2(x, y); }
template <class T> void f4(T *x, T *y) { f3(x, y); f3(x, y); }
template <class T> void f5(T *x, T *y) { f4(x, y); f4(x, y); }
template <class T> void f6(T *x, T *y) { f5(x, y); f5(x, y); }
template <class T> void f7(T *x, T *y) { f6(x, y); f6(x, y); }
template <class T> void f8(T *x, T *y) { f7(x, y); f7(x, y); }
template <class T> void f9(T *x, T *y) { f8(x, y); f8(x, y); }
template <class T> void f10(T *x, T *y) { f9(x, y); f9(x, y); }
template <class T> void f11(T *x, T *y) { f10(x, y); f10(x, y); }
template <class T> void f12(T *x, T *y) { f11(x, y); f11(x, y); }
template <class T> void f13(T *x, T *y) { f12(x, y); f12(x, y); }
template <class T> void f14(T *x, T *y) { f13(x, y); f13(x, y); }
template <class T> void f15(T *x, T *y) { f14(x, y); f14(x, y); }

int main() {
    float *x;
    cudaMalloc(&x, 400);
    f15(x, x);
}
