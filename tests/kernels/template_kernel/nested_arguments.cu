// expect: drf

// `>>` ends two templates, and `>` in parentheses none.
template <class T> struct V { T x; };
template <class T> __global__ void k(V<T> *a) { a[threadIdx.x].x = 1; }
template <bool large> __global__ void m(int *a) { a[threadIdx.x] = large; }

void host(V<V<int>> *a, int *b) {
    k<V<int>><<<1, 64>>>(a);
    m<(64 > 16)><<<1, 64>>>(b);
    m<(256 >> 2 == 1)><<<1, 64>>>(b);
}
