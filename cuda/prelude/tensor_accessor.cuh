// The accessors of PyTorch's tensors. Strides are not known, and an element is at any place for each tuple of indices: the place
// is the tuple itself, written with one digit for each index, which `extent` bounds. Whoever names an element takes for granted
// that the tensor is such, and that another tuple is another element.
[[jaminan::assumed("different indices of a tensor, of type `int` or `int64_t`, are different elements, what a kernel is given besides has none of them, as far as host code does not show it, and each tensor is of at most 2^31 x 2^31, 2^22 x 2^20 x 2^20, 2^15 x 2^16 x 2^16 x 2^16, or 2^15 x 2^12 x 2^12 x 2^12 x 2^12 elements")]] void _tensor_of_elements();

// A place that is not in the array has no meaning.
void _tensor_has(bool index) {
    char inside[1];
    char there = inside[index ? 0 : 1];
}

// A type that is not known is one of those for which objects can be made.
template <typename index_t> struct _TensorIndex { virtual void none() = 0; };
template <> struct _TensorIndex<int> { };
template <> struct _TensorIndex<int64_t> { };

[[jaminan::unmodelled("a tensor of more than five axes")]] void _tensor_of_more_axes();

// Qualifiers of the pointer, which say nothing of the elements.
struct DefaultPtrTraits { };

struct RestrictPtrTraits { };

// A tensor after the first of its indices: `before` is what these make.
template <typename T, size_t N, typename Traits = DefaultPtrTraits, typename index_t = int64_t> struct TensorAccessor {
    T *elements;
    long long before;
    long long extent;
    index_t size0;
    index_t size1;
    index_t size2;
    index_t size3;
    index_t size(index_t axis) const { return axis == 0 ? size0 : axis == 1 ? size1 : axis == 2 ? size2 : size3; }
    [[jaminan::pure]] index_t stride(index_t axis) const;
    [[jaminan::unmodelled("the pointer to the elements of a tensor")]] T *data() const;
    TensorAccessor<T, N - 1, Traits, index_t> operator[](index_t index) const {
        _tensor_of_elements();
        _TensorIndex<index_t> known;
        _tensor_has(index >= 0 && index < extent);
        return TensorAccessor<T, N - 1, Traits, index_t>{elements, (before + index) * extent, extent, size1, size2, size3, 0};
    }
};
template <typename T, typename Traits, typename index_t> struct TensorAccessor<T, 1, Traits, index_t> {
    T *elements;
    long long before;
    long long extent;
    index_t size0;
    index_t size1;
    index_t size2;
    index_t size3;
    index_t size(index_t axis) const { return size0; }
    [[jaminan::pure]] index_t stride(index_t axis) const;
    [[jaminan::unmodelled("the pointer to the elements of a tensor")]] T *data() const;
    T &operator[](index_t index) const {
        _tensor_of_elements();
        _TensorIndex<index_t> known;
        _tensor_has(index >= 0 && index < extent);
        return elements[before + index];
    }
};

template <typename T, size_t N, typename Traits = DefaultPtrTraits, typename index_t = int64_t> struct GenericPackedTensorAccessor {
    T *elements;
    index_t size0;
    index_t size1;
    index_t size2;
    index_t size3;
    index_t size4;
    index_t size(index_t axis) const { return axis == 0 ? size0 : axis == 1 ? size1 : axis == 2 ? size2 : axis == 3 ? size3 : size4; }
    [[jaminan::pure]] index_t stride(index_t axis) const;
    [[jaminan::unmodelled("the pointer to the elements of a tensor")]] T *data() const;
    TensorAccessor<T, N - 1, Traits, index_t> operator[](index_t index) const {
        if constexpr (N > 5) _tensor_of_more_axes();
        const long long first = N == 2 ? 1ll << 31 : N == 3 ? 1ll << 22 : 1ll << 15;
        const long long extent = N == 2 ? 1ll << 31 : N == 3 ? 1ll << 20 : N == 4 ? 1ll << 16 : 1ll << 12;
        _tensor_of_elements();
        _TensorIndex<index_t> known;
        _tensor_has(index >= 0 && index < first);
        return TensorAccessor<T, N - 1, Traits, index_t>{elements, index * extent, extent, size1, size2, size3, size4};
    }
};
template <typename T, typename Traits, typename index_t> struct GenericPackedTensorAccessor<T, 1, Traits, index_t> {
    T *elements;
    index_t size0;
    index_t size(index_t axis) const { return size0; }
    [[jaminan::pure]] index_t stride(index_t axis) const;
    [[jaminan::unmodelled("the pointer to the elements of a tensor")]] T *data() const;
    T &operator[](index_t index) const {
        _tensor_of_elements();
        _TensorIndex<index_t> known;
        _tensor_has(index >= 0);
        return elements[index];
    }
};

template <typename T, size_t N, typename Traits = DefaultPtrTraits> struct PackedTensorAccessor {
    T *elements;
    int64_t size0;
    int64_t size1;
    int64_t size2;
    int64_t size3;
    int64_t size4;
    int64_t size(int64_t axis) const { return axis == 0 ? size0 : axis == 1 ? size1 : axis == 2 ? size2 : axis == 3 ? size3 : size4; }
    [[jaminan::pure]] int64_t stride(int64_t axis) const;
    [[jaminan::unmodelled("the pointer to the elements of a tensor")]] T *data() const;
    TensorAccessor<T, N - 1, Traits, int64_t> operator[](int64_t index) const {
        if constexpr (N > 5) _tensor_of_more_axes();
        const long long first = N == 2 ? 1ll << 31 : N == 3 ? 1ll << 22 : 1ll << 15;
        const long long extent = N == 2 ? 1ll << 31 : N == 3 ? 1ll << 20 : N == 4 ? 1ll << 16 : 1ll << 12;
        _tensor_of_elements();
        _tensor_has(index >= 0 && index < first);
        return TensorAccessor<T, N - 1, Traits, int64_t>{elements, index * extent, extent, size1, size2, size3, size4};
    }
};
template <typename T, typename Traits> struct PackedTensorAccessor<T, 1, Traits> {
    T *elements;
    int64_t size0;
    int64_t size(int64_t axis) const { return size0; }
    [[jaminan::pure]] int64_t stride(int64_t axis) const;
    [[jaminan::unmodelled("the pointer to the elements of a tensor")]] T *data() const;
    T &operator[](int64_t index) const {
        _tensor_of_elements();
        _tensor_has(index >= 0);
        return elements[index];
    }
};

template <typename T, size_t N, typename Traits = DefaultPtrTraits> struct PackedTensorAccessor32 {
    T *elements;
    int32_t size0;
    int32_t size1;
    int32_t size2;
    int32_t size3;
    int32_t size4;
    int32_t size(int32_t axis) const { return axis == 0 ? size0 : axis == 1 ? size1 : axis == 2 ? size2 : axis == 3 ? size3 : size4; }
    [[jaminan::pure]] int32_t stride(int32_t axis) const;
    [[jaminan::unmodelled("the pointer to the elements of a tensor")]] T *data() const;
    TensorAccessor<T, N - 1, Traits, int32_t> operator[](int32_t index) const {
        if constexpr (N > 5) _tensor_of_more_axes();
        const long long first = N == 2 ? 1ll << 31 : N == 3 ? 1ll << 22 : 1ll << 15;
        const long long extent = N == 2 ? 1ll << 31 : N == 3 ? 1ll << 20 : N == 4 ? 1ll << 16 : 1ll << 12;
        _tensor_of_elements();
        _tensor_has(index >= 0 && index < first);
        return TensorAccessor<T, N - 1, Traits, int32_t>{elements, index * extent, extent, size1, size2, size3, size4};
    }
};
template <typename T, typename Traits> struct PackedTensorAccessor32<T, 1, Traits> {
    T *elements;
    int32_t size0;
    int32_t size(int32_t axis) const { return size0; }
    [[jaminan::pure]] int32_t stride(int32_t axis) const;
    [[jaminan::unmodelled("the pointer to the elements of a tensor")]] T *data() const;
    T &operator[](int32_t index) const {
        _tensor_of_elements();
        _tensor_has(index >= 0);
        return elements[index];
    }
};

template <typename T, size_t N, typename Traits = DefaultPtrTraits> struct PackedTensorAccessor64 {
    T *elements;
    int64_t size0;
    int64_t size1;
    int64_t size2;
    int64_t size3;
    int64_t size4;
    int64_t size(int64_t axis) const { return axis == 0 ? size0 : axis == 1 ? size1 : axis == 2 ? size2 : axis == 3 ? size3 : size4; }
    [[jaminan::pure]] int64_t stride(int64_t axis) const;
    [[jaminan::unmodelled("the pointer to the elements of a tensor")]] T *data() const;
    TensorAccessor<T, N - 1, Traits, int64_t> operator[](int64_t index) const {
        if constexpr (N > 5) _tensor_of_more_axes();
        const long long first = N == 2 ? 1ll << 31 : N == 3 ? 1ll << 22 : 1ll << 15;
        const long long extent = N == 2 ? 1ll << 31 : N == 3 ? 1ll << 20 : N == 4 ? 1ll << 16 : 1ll << 12;
        _tensor_of_elements();
        _tensor_has(index >= 0 && index < first);
        return TensorAccessor<T, N - 1, Traits, int64_t>{elements, index * extent, extent, size1, size2, size3, size4};
    }
};
template <typename T, typename Traits> struct PackedTensorAccessor64<T, 1, Traits> {
    T *elements;
    int64_t size0;
    int64_t size(int64_t axis) const { return size0; }
    [[jaminan::pure]] int64_t stride(int64_t axis) const;
    [[jaminan::unmodelled("the pointer to the elements of a tensor")]] T *data() const;
    T &operator[](int64_t index) const {
        _tensor_of_elements();
        _tensor_has(index >= 0);
        return elements[index];
    }
};
