// Matrices that the lanes of a warp have together, a part each. [CUDA C++ Programming Guide, 10.24]
struct matrix_a {
    static constexpr int code = 0;
};

struct matrix_b {
    static constexpr int code = 1;
};

struct accumulator {
    static constexpr int code = 2;
};

struct row_major {
    static constexpr int code = 1;
    static constexpr bool by_columns = false;
};

struct col_major {
    static constexpr int code = 2;
    static constexpr bool by_columns = true;
};

// That of an accumulator: who loads or stores it says where its elements are.
struct _any_layout {
    static constexpr int code = 0;
    static constexpr bool by_columns = false;
};

enum layout_t { mem_row_major, mem_col_major };

// A namespace, in the header.
struct precision {
    struct tf32 {
        int no_member;
    };
};

// What a lane keeps of an element. Of `half`, the factors are kept more than once.
template <typename T> struct _element;
template <> struct _element<half> {
    using kept = half;
    static constexpr int code = 0;
};
template <> struct _element<__nv_bfloat16> {
    using kept = __nv_bfloat16;
    static constexpr int code = 1;
};
template <> struct _element<precision::tf32> {
    using kept = float;
    static constexpr int code = 2;
};
template <> struct _element<float> {
    using kept = float;
    static constexpr int code = 3;
};
template <> struct _element<double> {
    using kept = double;
    static constexpr int code = 4;
};
template <> struct _element<signed char> {
    using kept = signed char;
    static constexpr int code = 5;
};
template <> struct _element<unsigned char> {
    using kept = unsigned char;
    static constexpr int code = 6;
};
template <> struct _element<int> {
    using kept = int;
    static constexpr int code = 7;
};

template <typename Use, int m, int n, int k, typename T, typename Layout = _any_layout> struct fragment {
    using element_type = T;
    using storage_element_type = typename _element<T>::kept;
    static constexpr int rows = Use::code == 1 ? k : m;
    static constexpr int columns = Use::code == 0 ? k : n;
    static constexpr int number = ((((Use::code * 64 + m) * 64 + n) * 64 + k) * 8 + _element<T>::code) * 4 + Layout::code;
    static constexpr int num_elements = Use::code < 2 && _element<T>::code == 0 ? 16 : rows * columns / 32;
    static constexpr int num_storage_elements = num_elements;
    storage_element_type x[num_elements];
    fragment() {}
};

// Which lane accesses an element is left open, for each kind of fragment. It is found here by the place of the element
// in an order in which lanes take turns; two places, of which nothing is known, are exchanged. Any two accesses are made
// by the lanes that make them in one of these orders, whatever the true one is.
template <int KIND, int SIZE> int _nth_of_lane(int n) {
    int lane = (int)((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) % 32;
    int place = n * 32 + lane;
    int one = _agreed(2 * KIND, SIZE);
    int other = _agreed(2 * KIND + 1, SIZE);
    return place == one ? other : place == other ? one : place;
}

// The lanes wait for each other, which orders no memory, and access the elements.
template <typename Use, int m, int n, int k, typename T, typename Layout, typename P> void _load(fragment<Use, m, n, k, T, Layout> &to, P *from, unsigned stride, bool by_columns) {
    constexpr int rows = Use::code == 1 ? k : m, columns = Use::code == 0 ? k : n;
    constexpr int kind = fragment<Use, m, n, k, T, Layout>::number;
    for (int i = 0; i < rows * columns / 32; ++i) {
        int e = _nth_of_lane<kind, rows * columns>(i);
        unsigned row = e / columns, column = e % columns;
        P value = by_columns ? from[(size_t)column * stride + row] : from[(size_t)row * stride + column];
        for (int copy = i; copy < fragment<Use, m, n, k, T, Layout>::num_elements; copy += rows * columns / 32) to.x[copy] = value;
    }
}

template <typename Use, int m, int n, int k, typename T, typename Layout, typename P> void load_matrix_sync(fragment<Use, m, n, k, T, Layout> &to, const P *from, unsigned stride) {
    _load(to, from, stride, Layout::by_columns);
}
template <int m, int n, int k, typename T, typename P> void load_matrix_sync(fragment<accumulator, m, n, k, T> &to, const P *from, unsigned stride, layout_t layout) {
    _load(to, from, stride, layout == mem_col_major);
}

template <int m, int n, int k, typename T> void store_matrix_sync(T *to, const fragment<accumulator, m, n, k, T> &from, unsigned stride, layout_t layout) {
    constexpr int kind = fragment<accumulator, m, n, k, T>::number;
    for (int i = 0; i < m * n / 32; ++i) {
        int e = _nth_of_lane<kind, m * n>(i);
        unsigned row = e / n, column = e % n;
        if (layout == mem_col_major) to[(size_t)column * stride + row] = from.x[i];
        else to[(size_t)row * stride + column] = from.x[i];
    }
}

template <typename Use, int m, int n, int k, typename T, typename Layout, typename V> void fill_fragment(fragment<Use, m, n, k, T, Layout> &to, V value) {
    for (int i = 0; i < fragment<Use, m, n, k, T, Layout>::num_elements; ++i) to.x[i] = value;
}

// What the matrices of all lanes make of one element.
template <typename T> [[jaminan::pure]] T _product(T addend);

template <int m, int n, int k, typename T, typename A, typename LayoutA, typename B, typename LayoutB, typename S> void mma_sync(fragment<accumulator, m, n, k, T> &to, const fragment<matrix_a, m, n, k, A, LayoutA> &a, const fragment<matrix_b, m, n, k, B, LayoutB> &b, const fragment<accumulator, m, n, k, S> &c, bool saturate = false) {
    for (int i = 0; i < m * n / 32; ++i) to.x[i] = _product(to.x[i]);
}

[[jaminan::pure]] float __float_to_tf32(float value);
