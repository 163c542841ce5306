// expect: drf

// `>>` ends two templates.
template <class T> struct V { T x; };
template <class T> __global__ void k(T *a) { a[threadIdx.x].x = 1; }

void host(V<int> *a) { k<V<int>><<<1, 64>>>(a); }
