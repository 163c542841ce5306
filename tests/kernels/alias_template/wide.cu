// expect: drf
// What it stands for holds all indices.
template <bool Wide> struct Index { using type = unsigned; };
template <> struct Index<false> { using type = unsigned char; };
template <bool Wide> using index_t = typename Index<Wide>::type;

__global__ void fill(int *a) {
    index_t<true> i = threadIdx.x;
    a[i] = threadIdx.x;
}

void run(int *a) { fill<<<1, 512>>>(a); }
