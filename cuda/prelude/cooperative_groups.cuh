// Cooperative groups. Groups have no members: which threads are in one follows from where they stand. [CUDA C++
// Programming Guide, 8]
struct thread_block {
    void sync() const { __syncthreads(); }
    unsigned thread_rank() const { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }
    unsigned size() const { return blockDim.x * blockDim.y * blockDim.z; }
    unsigned num_threads() const { return blockDim.x * blockDim.y * blockDim.z; }
    dim3 group_index() const { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    dim3 thread_index() const { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
    dim3 group_dim() const { return dim3(blockDim.x, blockDim.y, blockDim.z); }
    dim3 dim_threads() const { return dim3(blockDim.x, blockDim.y, blockDim.z); }
};

thread_block this_thread_block() { return thread_block(); }

// A group of which nothing is known but that the thread is in it.
struct thread_group {
    [[jaminan::unmodelled("a barrier of this group of threads")]] void sync() const;
    [[jaminan::pure]] unsigned thread_rank() const;
    [[jaminan::pure]] unsigned size() const;
    [[jaminan::pure]] unsigned num_threads() const;
};

// Of a tile of a warp, the first of its lanes, and the mask of all of them.
template <unsigned N> unsigned _tile_begin() { return this_thread_block().thread_rank() % 32u / N * N; }
template <unsigned N> unsigned _tile_mask() { return (N == 32 ? 0xffffffffu : (1u << N) - 1u) << _tile_begin<N>(); }

// A tile of a warp: its threads follow each other in the block.
template <unsigned N, typename Parent = void> struct thread_block_tile {
    void sync() const { __syncwarp(N == 32 ? 0xffffffffu : blockDim.x * blockDim.y * blockDim.z <= N ? (1u << N) - 1u : _tile_mask<N>()); }
    unsigned thread_rank() const { return this_thread_block().thread_rank() % N; }
    unsigned size() const { return N; }
    unsigned num_threads() const { return N; }
    unsigned meta_group_rank() const { return this_thread_block().thread_rank() / N; }
    unsigned meta_group_size() const { return (this_thread_block().size() + N - 1u) / N; }
    template <typename T> [[jaminan::pure]] T shfl(T value, int rank) const { return __shfl_sync(_tile_mask<N>(), value, rank, N); }
    template <typename T> [[jaminan::pure]] T shfl_up(T value, unsigned delta) const { return __shfl_up_sync(_tile_mask<N>(), value, delta, N); }
    template <typename T> [[jaminan::pure]] T shfl_down(T value, unsigned delta) const { return __shfl_down_sync(_tile_mask<N>(), value, delta, N); }
    template <typename T> [[jaminan::pure]] T shfl_xor(T value, unsigned mask) const { return __shfl_xor_sync(_tile_mask<N>(), value, mask, N); }
    template <typename T> [[jaminan::pure]] unsigned match_any(T value) const;
    template <typename T> [[jaminan::pure]] unsigned match_all(T value, int &all) const;
    [[jaminan::pure]] int any(int predicate) const { return __any_sync(_tile_mask<N>(), predicate); }
    [[jaminan::pure]] int all(int predicate) const { return __all_sync(_tile_mask<N>(), predicate); }
    [[jaminan::pure]] unsigned ballot(int predicate) const { return __ballot_sync(_tile_mask<N>(), predicate) >> _tile_begin<N>(); }
};

template <unsigned N> thread_block_tile<N> tiled_partition(const thread_block &group) { return thread_block_tile<N>(); }
template <unsigned N, unsigned M> thread_block_tile<N> tiled_partition(const thread_block_tile<M> &group) { return thread_block_tile<N>(); }
thread_group tiled_partition(const thread_block &group, unsigned size) { return thread_group(); }
thread_group tiled_partition(const thread_group &group, unsigned size) { return thread_group(); }

// The threads of a warp that happen to run together.
struct coalesced_group {
    [[jaminan::unmodelled("a barrier of the threads that run together")]] void sync() const;
    [[jaminan::pure]] unsigned thread_rank() const;
    [[jaminan::pure]] unsigned size() const;
    [[jaminan::pure]] unsigned num_threads() const;
    [[jaminan::pure]] unsigned meta_group_rank() const;
    [[jaminan::pure]] unsigned meta_group_size() const;
    template <typename T> [[jaminan::pure]] T shfl(T value, int rank) const;
    template <typename T> [[jaminan::pure]] T shfl_up(T value, unsigned delta) const;
    template <typename T> [[jaminan::pure]] T shfl_down(T value, unsigned delta) const;
    [[jaminan::pure]] int any(int predicate) const;
    [[jaminan::pure]] int all(int predicate) const;
    [[jaminan::pure]] unsigned ballot(int predicate) const;
};

coalesced_group coalesced_threads() { return coalesced_group(); }

template <unsigned N> coalesced_group binary_partition(const thread_block_tile<N> &group, bool predicate) { return coalesced_group(); }
coalesced_group binary_partition(const coalesced_group &group, bool predicate) { return coalesced_group(); }

template <unsigned N> coalesced_group labeled_partition(const thread_block_tile<N> &group, int label) { return coalesced_group(); }
coalesced_group labeled_partition(const coalesced_group &group, int label) { return coalesced_group(); }

struct grid_group {
    [[jaminan::grid_barrier]] void sync() const;
    bool is_valid() const { return true; }
    unsigned long long thread_rank() const {
        unsigned long long block = ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
        unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
        return block * (blockDim.x * blockDim.y * blockDim.z) + thread;
    }
    unsigned long long block_rank() const { return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x; }
    unsigned long long num_blocks() const { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z; }
    unsigned long long num_threads() const { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z * (blockDim.x * blockDim.y * blockDim.z); }
    unsigned long long size() const { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z * (blockDim.x * blockDim.y * blockDim.z); }
    dim3 block_index() const { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    dim3 group_dim() const { return dim3(gridDim.x, gridDim.y, gridDim.z); }
    dim3 dim_blocks() const { return dim3(gridDim.x, gridDim.y, gridDim.z); }
};

grid_group this_grid() { return grid_group(); }

// Operators of reductions and scans: integers may be combined in any order by them.
template <typename T = void> struct plus {
    void in_any_order() const {}
    T operator()(T a, T b) const { return a + b; }
};

template <typename T = void> struct less {
    void in_any_order() const {}
    T operator()(T a, T b) const { return b < a ? b : a; }
};

template <typename T = void> struct greater {
    void in_any_order() const {}
    T operator()(T a, T b) const { return a < b ? b : a; }
};

template <typename T = void> struct bit_and {
    void in_any_order() const {}
    T operator()(T a, T b) const { return a & b; }
};

template <typename T = void> struct bit_or {
    void in_any_order() const {}
    T operator()(T a, T b) const { return a | b; }
};

template <typename T = void> struct bit_xor {
    void in_any_order() const {}
    T operator()(T a, T b) const { return a ^ b; }
};

[[jaminan::convention("the order in which a tile combines numbers that are not integers")]] void _in_some_order();
template <typename T> int _are_of_one_type(T value, T combined) { return 0; }

// What an operator makes of two values is one, too, or else the type of the result is another.
template <typename T, typename Operator> void _combines(T value, Operator operation) {
    operation.in_any_order();
    unsigned long long same = sizeof(_are_of_one_type(value, operation(value, value)));
    if constexpr (T(0.5) != T(0)) _in_some_order();
}

template <unsigned N, typename T, typename Operator> [[jaminan::pure]] T reduce(const thread_block_tile<N> &group, T value, Operator operation) {
    _combines(value, operation);
    for (unsigned mask = N / 2; mask > 0; mask /= 2) value = operation(value, group.shfl_xor(value, mask));
    return value;
}
template <typename T, typename Operator> [[jaminan::pure]] T reduce(const coalesced_group &group, T value, Operator operation);

template <unsigned N, typename T, typename Operator> [[jaminan::pure]] T inclusive_scan(const thread_block_tile<N> &group, T value, Operator operation) {
    _combines(value, operation);
    for (unsigned delta = 1; delta < N; delta *= 2) {
        T before = group.shfl_up(value, delta);
        if (group.thread_rank() >= delta) value = operation(before, value);
    }
    return value;
}
template <unsigned N, typename T> [[jaminan::pure]] T inclusive_scan(const thread_block_tile<N> &group, T value) { return inclusive_scan(group, value, plus<T>()); }

template <unsigned N, typename T, typename Operator> [[jaminan::pure]] T exclusive_scan(const thread_block_tile<N> &group, T value, Operator operation);
template <unsigned N, typename T> [[jaminan::pure]] T exclusive_scan(const thread_block_tile<N> &group, T value);

void sync(const thread_block &group) { __syncthreads(); }
template <unsigned N> void sync(const thread_block_tile<N> &group) { group.sync(); }
void sync(const grid_group &group) { group.sync(); }

void synchronize(const thread_block &group) { __syncthreads(); }
template <unsigned N> void synchronize(const thread_block_tile<N> &group) { group.sync(); }
void synchronize(const grid_group &group) { group.sync(); }

[[jaminan::unmodelled("a copy that a group of threads makes together")]] void memcpy_async(auto group, auto to, auto from, auto size);
[[jaminan::unmodelled("a copy that a group of threads makes together")]] void memcpy_async(auto group, auto to, auto count, auto from, auto size);
