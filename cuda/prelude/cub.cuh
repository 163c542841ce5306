// CUB's collectives of a block. Each thread leaves its part in the storage, waits for the others, and reads what they
// left: who uses the storage again has to wait in between, too. What is computed is any value. [CUB, 1.3]
struct BlockStorage {
    char parts[64][1024][1024];
};

template <typename T> [[jaminan::pure]] T combined(T value);

[[jaminan::unmodelled("a collective of a block of one warp, which need not wait for all")]] void exchange_in_warp();

template <typename T, int X, int ALGORITHM = 0, int Y = 1, int Z = 1, int ARCHITECTURE = 0> struct BlockReduce {
    using TempStorage = BlockStorage;
    BlockStorage *storage;
    BlockReduce(BlockStorage &given) { storage = &given; }
    T exchanged(T value) const {
        if constexpr (X * Y * Z <= 32) exchange_in_warp();
        storage->parts[threadIdx.z][threadIdx.y][threadIdx.x] = 0;
        __syncthreads();
        char first = storage->parts[0][0][0];
        return combined(value);
    }
    T Sum(T value) const { return exchanged(value); }
    T Sum(T value, int count) const { return exchanged(value); }
};
