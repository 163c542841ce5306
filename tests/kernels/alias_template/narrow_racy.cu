// expect: racy
// What it stands for holds 256 values.
template <bool Wide> struct Index { using type = unsigned; };
template <> struct Index<false> { using type = unsigned char; };
template <bool Wide> using index_t = typename Index<Wide>::type;

__global__ void fill(int *a) {
    index_t<false> i = threadIdx.x;
    a[i] = threadIdx.x;
}

void run(int *a) { fill<<<1, 512>>>(a); }
