// What inline assembly does that `parse/ptx.rs` writes as C++. [PTX ISA, 9.7.9, 9.7.15]
// The address in the window of shared memory, in bytes, and the pointer to what is there.
[[jaminan::op("shared_address")]] size_t __cvta_generic_to_shared(const void *pointer);

[[jaminan::op("at_shared_address")]] void *_at_shared(unsigned address);

// What has so many bytes, and is aligned as it is large.
template <int BYTES> struct _bytes_of;
template <> struct _bytes_of<4> {
    using type = unsigned;
};
template <> struct _bytes_of<8> {
    using type = uint2;
};
template <> struct _bytes_of<16> {
    using type = uint4;
};

[[jaminan::op("own_copy")]] void _own_copy(auto to, auto from);

[[jaminan::op("own_copy")]] void _own_zeros(auto to);

[[jaminan::assumed("no thread uses what it copies by `cp.async` itself before it has waited for the copy")]] void _own_copies_are_waited_for();

[[jaminan::pure]] int _some_number();

template <int BYTES> void _cp_async(unsigned to, const void *from) {
    _own_copies_are_waited_for();
    _own_copy((typename _bytes_of<BYTES>::type *)_at_shared(to), (const typename _bytes_of<BYTES>::type *)from);
}
// What is not read is filled with zeros. Where some of it is read, which bytes these are is left open.
template <int BYTES> void _cp_async(unsigned to, const void *from, unsigned read) {
    _own_copies_are_waited_for();
    if (read >= BYTES || (read > 0 && _some_number() != 0)) _own_copy((typename _bytes_of<BYTES>::type *)_at_shared(to), (const typename _bytes_of<BYTES>::type *)from);
    else _own_zeros((typename _bytes_of<BYTES>::type *)_at_shared(to));
}

[[jaminan::op("commit_copies")]] void _cp_async_commit();

[[jaminan::op("wait_for_own_copies")]] void _cp_async_wait(int but);

[[jaminan::assumed("a row of `ldmatrix` and `stmatrix` is accessed by the lane that gives its address")]] void _rows_are_of_lanes();

// A lane gives the address of a row of 16 bytes, and as many lanes do as there are rows.
template <int ROWS> void _ldmatrix(unsigned row) {
    _rows_are_of_lanes();
    if (((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) % 32 < ROWS) {
        uint4 read = *(const uint4 *)_at_shared(row);
    }
}

[[jaminan::pure]] uint4 _row_of_matrix();

template <int ROWS> void _stmatrix(unsigned row) {
    _rows_are_of_lanes();
    if (((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) % 32 < ROWS) *(uint4 *)_at_shared(row) = _row_of_matrix();
}
