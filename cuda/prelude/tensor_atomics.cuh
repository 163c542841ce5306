// The atomics of PyTorch: on all types that its tensors have.
[[jaminan::op("atomic.Add")]] auto gpuAtomicAdd(auto address, auto value);

[[jaminan::op("atomic.Max")]] auto gpuAtomicMax(auto address, auto value);

[[jaminan::op("atomic.Min")]] auto gpuAtomicMin(auto address, auto value);

// The product has no function in CUDA: it is made of exchanges. What is written is any value.
template <typename T> [[jaminan::pure]] T multiplied_atomically(T value);

template <typename T> T gpuAtomicMul(T *address, T value) { return atomicExch(address, multiplied_atomically(value)); }

template <typename T> void gpuAtomicAddNoReturn(T *address, T value) { atomicAdd(address, value); }

template <typename T, typename index_t> void fastAtomicAdd(T *tensor, index_t index, index_t numel, T value, bool fast) { atomicAdd(tensor + index, value); }
