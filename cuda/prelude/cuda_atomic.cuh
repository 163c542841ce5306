// Atomics and barriers of libcu++. An atomic synchronizes with each other one of its location, whatever order it asks
// for: so it does here, as a function of the toolkit does. [libcu++, Memory Model; CUDA C++ Programming Guide, 7.14]
enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };

enum memory_order { memory_order_relaxed, memory_order_consume, memory_order_acquire, memory_order_release, memory_order_acq_rel, memory_order_seq_cst };

[[jaminan::unmodelled("an atomic that only its own thread may use")]] void of_one_thread();

template <int SCOPE, typename T> T _fetch_add(T *at, T value) {
    if constexpr (SCOPE == thread_scope_thread) of_one_thread();
    if constexpr (SCOPE == thread_scope_block) return atomicAdd_block(at, value);
    if constexpr (SCOPE == thread_scope_system) return atomicAdd_system(at, value);
    return atomicAdd(at, value);
}

template <int SCOPE, typename T> T _fetch_sub(T *at, T value) {
    if constexpr (SCOPE == thread_scope_thread) of_one_thread();
    if constexpr (SCOPE == thread_scope_block) return atomicSub_block(at, value);
    if constexpr (SCOPE == thread_scope_system) return atomicSub_system(at, value);
    return atomicSub(at, value);
}

template <int SCOPE, typename T> T _fetch_and(T *at, T value) {
    if constexpr (SCOPE == thread_scope_thread) of_one_thread();
    if constexpr (SCOPE == thread_scope_block) return atomicAnd_block(at, value);
    if constexpr (SCOPE == thread_scope_system) return atomicAnd_system(at, value);
    return atomicAnd(at, value);
}

template <int SCOPE, typename T> T _fetch_or(T *at, T value) {
    if constexpr (SCOPE == thread_scope_thread) of_one_thread();
    if constexpr (SCOPE == thread_scope_block) return atomicOr_block(at, value);
    if constexpr (SCOPE == thread_scope_system) return atomicOr_system(at, value);
    return atomicOr(at, value);
}

template <int SCOPE, typename T> T _fetch_xor(T *at, T value) {
    if constexpr (SCOPE == thread_scope_thread) of_one_thread();
    if constexpr (SCOPE == thread_scope_block) return atomicXor_block(at, value);
    if constexpr (SCOPE == thread_scope_system) return atomicXor_system(at, value);
    return atomicXor(at, value);
}

template <int SCOPE, typename T> T _fetch_min(T *at, T value) {
    if constexpr (SCOPE == thread_scope_thread) of_one_thread();
    if constexpr (SCOPE == thread_scope_block) return atomicMin_block(at, value);
    if constexpr (SCOPE == thread_scope_system) return atomicMin_system(at, value);
    return atomicMin(at, value);
}

template <int SCOPE, typename T> T _fetch_max(T *at, T value) {
    if constexpr (SCOPE == thread_scope_thread) of_one_thread();
    if constexpr (SCOPE == thread_scope_block) return atomicMax_block(at, value);
    if constexpr (SCOPE == thread_scope_system) return atomicMax_system(at, value);
    return atomicMax(at, value);
}

template <int SCOPE, typename T> T _exchange(T *at, T value) {
    if constexpr (SCOPE == thread_scope_thread) of_one_thread();
    if constexpr (SCOPE == thread_scope_block) return atomicExch_block(at, value);
    if constexpr (SCOPE == thread_scope_system) return atomicExch_system(at, value);
    return atomicExch(at, value);
}

template <int SCOPE, typename T> T _compare_exchange(T *at, T expected, T value) {
    if constexpr (SCOPE == thread_scope_thread) of_one_thread();
    if constexpr (SCOPE == thread_scope_block) return atomicCAS_block(at, expected, value);
    if constexpr (SCOPE == thread_scope_system) return atomicCAS_system(at, expected, value);
    return atomicCAS(at, expected, value);
}

[[jaminan::op("atomic.Load")]] auto _atomic_load(auto address);

[[jaminan::op("atomic.Load_block")]] auto _atomic_load_block(auto address);

[[jaminan::op("atomic.Load_system")]] auto _atomic_load_system(auto address);

template <int SCOPE, typename T> T _load(const T *at) {
    if constexpr (SCOPE == thread_scope_thread) of_one_thread();
    if constexpr (SCOPE == thread_scope_block) return _atomic_load_block(at);
    if constexpr (SCOPE == thread_scope_system) return _atomic_load_system(at);
    return _atomic_load(at);
}

template <typename T, int SCOPE = 0> struct atomic {
    T _value;
    atomic() { }
    atomic(T value) : _value(value) { }
    T fetch_add(T value, memory_order order = memory_order_seq_cst) { return _fetch_add<SCOPE>(&_value, value); }
    T fetch_sub(T value, memory_order order = memory_order_seq_cst) { return _fetch_sub<SCOPE>(&_value, value); }
    T fetch_and(T value, memory_order order = memory_order_seq_cst) { return _fetch_and<SCOPE>(&_value, value); }
    T fetch_or(T value, memory_order order = memory_order_seq_cst) { return _fetch_or<SCOPE>(&_value, value); }
    T fetch_xor(T value, memory_order order = memory_order_seq_cst) { return _fetch_xor<SCOPE>(&_value, value); }
    T fetch_min(T value, memory_order order = memory_order_seq_cst) { return _fetch_min<SCOPE>(&_value, value); }
    T fetch_max(T value, memory_order order = memory_order_seq_cst) { return _fetch_max<SCOPE>(&_value, value); }
    T exchange(T value, memory_order order = memory_order_seq_cst) { return _exchange<SCOPE>(&_value, value); }
    void store(T value, memory_order order = memory_order_seq_cst) { _exchange<SCOPE>(&_value, value); }
    T load(memory_order order = memory_order_seq_cst) const { return _load<SCOPE>(&_value); }
    operator T() const { return _load<SCOPE>(&_value); }
    T operator=(T value) { _exchange<SCOPE>(&_value, value); return value; }
    T operator++() { return _fetch_add<SCOPE>(&_value, (T)1) + (T)1; }
    T operator++(int) { return _fetch_add<SCOPE>(&_value, (T)1); }
    T operator--() { return _fetch_sub<SCOPE>(&_value, (T)1) - (T)1; }
    T operator--(int) { return _fetch_sub<SCOPE>(&_value, (T)1); }
    T operator+=(T value) { return _fetch_add<SCOPE>(&_value, value) + value; }
    T operator-=(T value) { return _fetch_sub<SCOPE>(&_value, value) - value; }
    T operator&=(T value) { return _fetch_and<SCOPE>(&_value, value) & value; }
    T operator|=(T value) { return _fetch_or<SCOPE>(&_value, value) | value; }
    T operator^=(T value) { return _fetch_xor<SCOPE>(&_value, value) ^ value; }
    bool compare_exchange_strong(T &expected, T value, memory_order order = memory_order_seq_cst) { T old = _compare_exchange<SCOPE>(&_value, expected, value); bool done = old == expected; if (!done) expected = old; return done; }
    bool compare_exchange_strong(T &expected, T value, memory_order success, memory_order failure) { T old = _compare_exchange<SCOPE>(&_value, expected, value); bool done = old == expected; if (!done) expected = old; return done; }
    bool compare_exchange_weak(T &expected, T value, memory_order order = memory_order_seq_cst) { T old = _compare_exchange<SCOPE>(&_value, expected, value); bool done = old == expected; if (!done) expected = old; return done; }
    bool compare_exchange_weak(T &expected, T value, memory_order success, memory_order failure) { T old = _compare_exchange<SCOPE>(&_value, expected, value); bool done = old == expected; if (!done) expected = old; return done; }
    bool is_lock_free() const { return true; }
    [[jaminan::unmodelled("an atomic that a thread waits for")]] void wait(T old) const;
    [[jaminan::unmodelled("an atomic that a thread waits for")]] void wait(T old, memory_order order) const;
    [[jaminan::unmodelled("an atomic that a thread waits for")]] void notify_one();
    [[jaminan::unmodelled("an atomic that a thread waits for")]] void notify_all();
};

template <typename T, int SCOPE = 0> struct atomic_ref {
    T *_value;
    atomic_ref(T &object) : _value(&object) { }
    T fetch_add(T value, memory_order order = memory_order_seq_cst) const { return _fetch_add<SCOPE>(_value, value); }
    T fetch_sub(T value, memory_order order = memory_order_seq_cst) const { return _fetch_sub<SCOPE>(_value, value); }
    T fetch_and(T value, memory_order order = memory_order_seq_cst) const { return _fetch_and<SCOPE>(_value, value); }
    T fetch_or(T value, memory_order order = memory_order_seq_cst) const { return _fetch_or<SCOPE>(_value, value); }
    T fetch_xor(T value, memory_order order = memory_order_seq_cst) const { return _fetch_xor<SCOPE>(_value, value); }
    T fetch_min(T value, memory_order order = memory_order_seq_cst) const { return _fetch_min<SCOPE>(_value, value); }
    T fetch_max(T value, memory_order order = memory_order_seq_cst) const { return _fetch_max<SCOPE>(_value, value); }
    T exchange(T value, memory_order order = memory_order_seq_cst) const { return _exchange<SCOPE>(_value, value); }
    void store(T value, memory_order order = memory_order_seq_cst) const { _exchange<SCOPE>(_value, value); }
    T load(memory_order order = memory_order_seq_cst) const { return _load<SCOPE>(_value); }
    operator T() const { return _load<SCOPE>(_value); }
    T operator=(T value) const { _exchange<SCOPE>(_value, value); return value; }
    T operator++() const { return _fetch_add<SCOPE>(_value, (T)1) + (T)1; }
    T operator++(int) const { return _fetch_add<SCOPE>(_value, (T)1); }
    T operator--() const { return _fetch_sub<SCOPE>(_value, (T)1) - (T)1; }
    T operator--(int) const { return _fetch_sub<SCOPE>(_value, (T)1); }
    T operator+=(T value) const { return _fetch_add<SCOPE>(_value, value) + value; }
    T operator-=(T value) const { return _fetch_sub<SCOPE>(_value, value) - value; }
    T operator&=(T value) const { return _fetch_and<SCOPE>(_value, value) & value; }
    T operator|=(T value) const { return _fetch_or<SCOPE>(_value, value) | value; }
    T operator^=(T value) const { return _fetch_xor<SCOPE>(_value, value) ^ value; }
    bool compare_exchange_strong(T &expected, T value, memory_order order = memory_order_seq_cst) const { T old = _compare_exchange<SCOPE>(_value, expected, value); bool done = old == expected; if (!done) expected = old; return done; }
    bool compare_exchange_strong(T &expected, T value, memory_order success, memory_order failure) const { T old = _compare_exchange<SCOPE>(_value, expected, value); bool done = old == expected; if (!done) expected = old; return done; }
    bool compare_exchange_weak(T &expected, T value, memory_order order = memory_order_seq_cst) const { T old = _compare_exchange<SCOPE>(_value, expected, value); bool done = old == expected; if (!done) expected = old; return done; }
    bool compare_exchange_weak(T &expected, T value, memory_order success, memory_order failure) const { T old = _compare_exchange<SCOPE>(_value, expected, value); bool done = old == expected; if (!done) expected = old; return done; }
    bool is_lock_free() const { return true; }
    [[jaminan::unmodelled("an atomic that a thread waits for")]] void wait(T old) const;
    [[jaminan::unmodelled("an atomic that a thread waits for")]] void wait(T old, memory_order order) const;
    [[jaminan::unmodelled("an atomic that a thread waits for")]] void notify_one() const;
    [[jaminan::unmodelled("an atomic that a thread waits for")]] void notify_all() const;
};

void atomic_thread_fence(memory_order order, thread_scope scope = thread_scope_system) { __threadfence(); }

[[jaminan::assumed("each `cuda::barrier` is used by one block alone, and counts all of its threads")]] void _counts_all();

[[jaminan::unmodelled("a `cuda::barrier` of other threads than those of a block")]] void _of_other_threads();

[[jaminan::op("counting_barrier")]] void _counting_barrier();

struct _arrival { };

// All threads of the block wait for each other where they arrive and wait at once. Where they arrive and go on, others
// need not be behind what they do until they wait.
template <int SCOPE> struct barrier {
    using arrival_token = _arrival;
    ptrdiff_t _expected;
    barrier() { }
    barrier(ptrdiff_t expected) { _init(expected); }
    void _init(ptrdiff_t expected) {
        if constexpr (SCOPE != thread_scope_block) _of_other_threads();
        _counts_all();
        _expected = expected;
    }
    void arrive_and_wait() {
        if constexpr (SCOPE != thread_scope_block) _of_other_threads();
        _counts_all();
        ptrdiff_t read = _expected;
        _counting_barrier();
    }
    [[jaminan::unmodelled("a barrier at which threads arrive before they wait")]] arrival_token arrive();
    [[jaminan::unmodelled("a barrier at which threads arrive before they wait")]] arrival_token arrive(ptrdiff_t update);
    [[jaminan::unmodelled("a barrier at which threads arrive before they wait")]] void wait(arrival_token arrival);
    [[jaminan::unmodelled("a barrier at which threads arrive before they wait")]] void arrive_and_drop();
};

[[jaminan::unmodelled("a copy that ends at a `cuda::barrier` or in a pipeline")]] void memcpy_async(auto to, auto from, auto size, auto end);
[[jaminan::unmodelled("a copy that ends at a `cuda::barrier` or in a pipeline")]] void memcpy_async(auto group, auto to, auto from, auto size, auto end);

template <int SCOPE, int STAGES> struct pipeline_shared_state { };

[[jaminan::unmodelled("a pipeline of copies")]] int make_pipeline();
[[jaminan::unmodelled("a pipeline of copies")]] int make_pipeline(auto group, auto state);
[[jaminan::unmodelled("a pipeline of copies")]] int make_pipeline(auto group, auto state, auto role);
