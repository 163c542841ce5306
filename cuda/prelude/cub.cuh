// CUB's collectives of a block. Each thread leaves its part in the storage, waits for the others, and reads what they
// left: who uses the storage again has to wait in between, too. Nothing says which thread touches which byte, before the
// others are there or behind: it is taken to be any one thread, and any byte of what is larger than each storage is, so
// that all of a union of which it is a part is meant. What is computed is any value. [CUB, 1.3]
struct BlockStorage {
    char parts[67108864];
};

template <typename T> [[jaminan::pure]] T combined(T value);

[[jaminan::unmodelled("a collective of a block of one warp, which need not wait for all")]] void exchange_in_warp();

// `WHEN`: 0 before, 1 behind.
template <int WHEN> void touched_by_one(BlockStorage *storage) {
    bool one = threadIdx.x == _agreed(1000 + 4 * WHEN, 1024) && threadIdx.y == _agreed(1001 + 4 * WHEN, 1024) && threadIdx.z == _agreed(1002 + 4 * WHEN, 64);
    if (one) storage->parts[_agreed(1003 + 4 * WHEN, 67108864)] = 0;
}

template <int THREADS, typename T> T exchanged_in_block(BlockStorage *storage, T value) {
    if constexpr (THREADS <= 32) exchange_in_warp();
    touched_by_one<0>(storage);
    __syncthreads();
    touched_by_one<1>(storage);
    return combined(value);
}

// Operations of a reduction or a scan. One that a source declares is called with what any threads have, as often as
// the algorithm likes: before a thread waits for the others, and behind.
struct Sum {
    template <typename T> T operator()(T a, T b) const { return combined(a); }
};

struct Max {
    template <typename T> T operator()(T a, T b) const { return combined(a); }
};

struct Min {
    template <typename T> T operator()(T a, T b) const { return combined(a); }
};

struct ArgMax {
    template <typename T> T operator()(T a, T b) const { return combined(a); }
};

struct ArgMin {
    template <typename T> T operator()(T a, T b) const { return combined(a); }
};

template <typename Key, typename Value> struct KeyValuePair {
    using key_type = Key;
    using value_type = Value;
    Key key;
    Value value;
    KeyValuePair() { }
    KeyValuePair(Key k, Value v) : key(k), value(v) { }
};

enum BlockReduceAlgorithm { BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS };

template <typename T, int X, int ALGORITHM = 0, int Y = 1, int Z = 1, int ARCHITECTURE = 0> struct BlockReduce {
    using TempStorage = BlockStorage;
    BlockStorage *storage;
    BlockReduce(BlockStorage &given) { storage = &given; }
    T exchanged(T value) const { return exchanged_in_block<X * Y * Z>(storage, value); }
    T Sum(T value) const { return exchanged(value); }
    T Sum(T value, int count) const { return exchanged(value); }
    template <typename Operation> T Reduce(T value, Operation operation) const {
        T both = operation(combined(value), combined(value));
        T others = exchanged(both);
        return operation(combined(others), combined(others));
    }
    template <typename Operation> T Reduce(T value, Operation operation, int count) const {
        T both = operation(combined(value), combined(value));
        T others = exchanged(both);
        return operation(combined(others), combined(others));
    }
};

enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };

// After it has read the sums of others, a thread need not wait for them.
template <typename T, int X, int ALGORITHM = 0, int Y = 1, int Z = 1, int ARCHITECTURE = 0> struct BlockScan {
    using TempStorage = BlockStorage;
    BlockStorage *storage;
    BlockScan(BlockStorage &given) { storage = &given; }
    T exchanged(T value) const { return exchanged_in_block<X * Y * Z>(storage, value); }
    void InclusiveSum(T value, T &sum) const { sum = exchanged(value); }
    void InclusiveSum(T value, T &sum, T &all) const { sum = exchanged(value); all = combined(value); }
    void ExclusiveSum(T value, T &sum) const { sum = exchanged(value); }
    void ExclusiveSum(T value, T &sum, T &all) const { sum = exchanged(value); all = combined(value); }
    template <typename Operation> T scanned(T value, Operation operation) const {
        T both = operation(combined(value), combined(value));
        T others = exchanged(both);
        return operation(combined(others), combined(others));
    }
    template <typename Operation> void InclusiveScan(T value, T &scan, Operation operation) const { scan = scanned(value, operation); }
    template <typename Operation> void InclusiveScan(T value, T &scan, Operation operation, T &all) const { scan = scanned(value, operation); all = combined(value); }
    template <typename Operation> void ExclusiveScan(T value, T &scan, T first, Operation operation) const { scan = scanned(value, operation); }
    template <typename Operation> void ExclusiveScan(T value, T &scan, T first, Operation operation, T &all) const { scan = scanned(value, operation); all = combined(value); }
};

// Loads and stores: which thread accesses which element the algorithm says; where that is not the thread that has the
// element, they exchange what they have, all threads of a block or those of a warp. [CUB, block_load.cuh, block_store.cuh]
enum BlockLoadAlgorithm { BLOCK_LOAD_DIRECT, BLOCK_LOAD_STRIPED, BLOCK_LOAD_VECTORIZE, BLOCK_LOAD_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED };

enum BlockStoreAlgorithm { BLOCK_STORE_DIRECT, BLOCK_STORE_STRIPED, BLOCK_STORE_VECTORIZE, BLOCK_STORE_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED };

// The element that a thread accesses as its `i`th. The algorithms have the numbers of the enumerators above.
template <int THREADS, int ITEMS, int ALGORITHM> int element_of_block(int i) {
    int thread = (int)((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x);
    if constexpr (ALGORITHM == 0 || ALGORITHM == 2) return thread * ITEMS + i;
    else if constexpr (ALGORITHM == 1 || ALGORITHM == 3) return i * THREADS + thread;
    else return thread / 32 * 32 * ITEMS + i * 32 + thread % 32;
}

// As `touched_by_one`, by threads of one warp. Which bytes a warp has hangs on the size of its elements: `BYTES`.
template <int WHEN, int BYTES> void touched_in_warp(BlockStorage *storage) {
    int thread = (int)((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x);
    bool one = thread / 32 == _agreed(2048 + BYTES, 32) && thread % 32 == _agreed(1021 + 2 * WHEN, 32);
    if (one) storage->parts[_agreed(1022 + 2 * WHEN, 67108864)] = 0;
}

template <int THREADS, int ALGORITHM> void exchanged_by(BlockStorage *storage) {
    if constexpr (ALGORITHM == 3 || ALGORITHM == 5) {
        if constexpr (THREADS <= 32) exchange_in_warp();
        touched_by_one<0>(storage);
        __syncthreads();
        touched_by_one<1>(storage);
    }
}

template <int BYTES> void exchanged_in_warp(BlockStorage *storage) {
    touched_in_warp<0, BYTES>(storage);
    __syncwarp();
    touched_in_warp<1, BYTES>(storage);
}

// One thread leaves a number for all, in none of the bytes by which the threads of a warp exchange what they have.
void counted(BlockStorage *storage) {
    int place = _agreed(1030, 67108864);
    bool elsewhere = place != _agreed(1022, 67108864) && place != _agreed(1024, 67108864);
    if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0 && elsewhere) storage->parts[place] = 0;
    __syncthreads();
    if (elsewhere) combined(storage->parts[place]);
}

template <typename T, int X, int ITEMS, int ALGORITHM = 0, int Y = 1, int Z = 1, int ARCHITECTURE = 0> struct BlockLoad {
    using TempStorage = BlockStorage;
    BlockStorage *storage;
    BlockLoad(BlockStorage &given) { storage = &given; }
    template <typename From> void Load(From *from, T (&items)[ITEMS]) const {
        for (int i = 0; i < ITEMS; i++) items[i] = from[element_of_block<X * Y * Z, ITEMS, ALGORITHM>(i)];
        exchange(items);
    }
    template <typename From> void Load(From *from, T (&items)[ITEMS], int count) const {
        for (int i = 0; i < ITEMS; i++) {
            int element = element_of_block<X * Y * Z, ITEMS, ALGORITHM>(i);
            if (element < count) items[i] = from[element];
        }
        exchange(items);
    }
    template <typename From, typename Other> void Load(From *from, T (&items)[ITEMS], int count, Other other) const {
        for (int i = 0; i < ITEMS; i++) items[i] = other;
        Load(from, items, count);
    }
    void exchange(T (&items)[ITEMS]) const {
        exchanged_by<X * Y * Z, ALGORITHM>(storage);
        if constexpr (ALGORITHM == 4) exchanged_in_warp<ITEMS * sizeof(T)>(storage);
        if constexpr (ALGORITHM > 2) for (int i = 0; i < ITEMS; i++) items[i] = combined(items[i]);
    }
};

template <typename T, int X, int ITEMS, int ALGORITHM = 0, int Y = 1, int Z = 1, int ARCHITECTURE = 0> struct BlockStore {
    using TempStorage = BlockStorage;
    BlockStorage *storage;
    BlockStore(BlockStorage &given) { storage = &given; }
    template <typename To> void Store(To *to, T (&items)[ITEMS]) const {
        exchange(items);
        for (int i = 0; i < ITEMS; i++) to[element_of_block<X * Y * Z, ITEMS, ALGORITHM>(i)] = items[i];
    }
    template <typename To> void Store(To *to, T (&items)[ITEMS], int count) const {
        exchange(items);
        // One thread leaves the count for the others, where they store elements of others.
        if constexpr (ALGORITHM > 2) counted(storage);
        for (int i = 0; i < ITEMS; i++) {
            int element = element_of_block<X * Y * Z, ITEMS, ALGORITHM>(i);
            if (element < count) to[element] = items[i];
        }
    }
    void exchange(T (&items)[ITEMS]) const {
        exchanged_by<X * Y * Z, ALGORITHM>(storage);
        if constexpr (ALGORITHM == 4) exchanged_in_warp<ITEMS * sizeof(T)>(storage);
        if constexpr (ALGORITHM > 2) for (int i = 0; i < ITEMS; i++) items[i] = combined(items[i]);
    }
};

// The lanes of a warp tell each other by shuffles; where they are no power of two, by memory. The storage is theirs: any
// one of them is taken to touch any byte of it.
struct WarpStorage {
    char parts[65536];
};

template <int LANES> void touched_by_lane(WarpStorage *storage) {
    int lane = (int)((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) % LANES;
    if (lane == _agreed(1010 + LANES, LANES)) storage->parts[_agreed(1008, 65536)] = 0;
}

template <typename T, int LANES = 32, int ARCHITECTURE = 0> struct WarpReduce {
    using TempStorage = WarpStorage;
    WarpStorage *storage;
    WarpReduce(WarpStorage &given) { storage = &given; }
    T exchanged(T value) const {
        if constexpr ((LANES & (LANES - 1)) != 0) exchange_in_warp();
        touched_by_lane<LANES>(storage);
        return combined(value);
    }
    T Sum(T value) const { return exchanged(value); }
    T Sum(T value, int count) const { return exchanged(value); }
    template <typename Operation> T Reduce(T value, Operation operation) const {
        T both = operation(combined(value), combined(value));
        T others = exchanged(both);
        return operation(combined(others), combined(others));
    }
    template <typename Operation> T Reduce(T value, Operation operation, int count) const {
        T both = operation(combined(value), combined(value));
        T others = exchanged(both);
        return operation(combined(others), combined(others));
    }
};
