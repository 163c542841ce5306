// expect: drf

// `>` in parentheses ends no template.
template <bool large> __global__ void k(int *a) { a[threadIdx.x] = large; }

void host(int *a) { k<(64 > 16)><<<1, 64>>>(a); }
