// CUDA's words in C++, for one launch whose threads are threads of the machine. What is not here is not
// modelled: it does not compile.
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#define __global__
#define __device__
#define __host__
// Of one block, as all threads are then.
#define __shared__ static

struct dim3 {
    unsigned x, y, z;
};

static thread_local dim3 threadIdx, blockIdx;
static dim3 blockDim, gridDim;

// What is before it in any thread comes before what is after it in any, and it orders nothing else: a lock
// would. Whoever is the last to arrive lets the others go.
class Barrier {
    unsigned expected, arrived = 0, ended = 0, phase = 0;

    void arrive() {
        // Read first: whoever is the last may change it as soon as this one has arrived.
        unsigned last = expected;
        if (__atomic_add_fetch(&arrived, 1, __ATOMIC_ACQ_REL) != last) return;
        expected -= __atomic_exchange_n(&ended, 0, __ATOMIC_ACQ_REL);
        __atomic_store_n(&arrived, 0, __ATOMIC_RELAXED);
        __atomic_add_fetch(&phase, 1, __ATOMIC_RELEASE);
    }

  public:
    explicit Barrier(unsigned threads) : expected(threads) {}

    void wait() {
        unsigned now = __atomic_load_n(&phase, __ATOMIC_RELAXED);
        arrive();
        while (__atomic_load_n(&phase, __ATOMIC_ACQUIRE) == now) sched_yield();
    }

    // A thread that has ended is not waited for.
    void end() {
        __atomic_add_fetch(&ended, 1, __ATOMIC_ACQ_REL);
        arrive();
    }
};

static thread_local Barrier *own;

static inline void __syncthreads() { own->wait(); }

// Atomic, and they order nothing.
template <class T, class V> T atomicAdd(T *p, V v) { return __atomic_fetch_add(p, (T) v, __ATOMIC_RELAXED); }
template <class T, class V> T atomicSub(T *p, V v) { return __atomic_fetch_sub(p, (T) v, __ATOMIC_RELAXED); }
template <class T, class V> T atomicAnd(T *p, V v) { return __atomic_fetch_and(p, (T) v, __ATOMIC_RELAXED); }
template <class T, class V> T atomicOr(T *p, V v) { return __atomic_fetch_or(p, (T) v, __ATOMIC_RELAXED); }
template <class T, class V> T atomicXor(T *p, V v) { return __atomic_fetch_xor(p, (T) v, __ATOMIC_RELAXED); }
template <class T, class V> T atomicExch(T *p, V v) { return __atomic_exchange_n(p, (T) v, __ATOMIC_RELAXED); }
template <class T, class U, class V> T atomicCAS(T *p, U expected, V v) {
    T old = (T) expected;
    __atomic_compare_exchange_n(p, &old, (T) v, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return old;
}

// Zeros, as far as an index of 32 bits and some of 64 go; pages that nobody touches cost nothing.
static void *array() {
    size_t size = (size_t) 1 << 38, before = 1 << 20;
    void *p = mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED) exit(77);
    return (char *) p + before;
}

template <class Kernel> struct Started {
    const Kernel *kernel;
    dim3 thread, block;
    Barrier *of_block, *of_all;
    pthread_t number;

    static void *run(void *given) {
        Started *self = (Started *) given;
        threadIdx = self->thread;
        blockIdx = self->block;
        own = self->of_block;
        self->of_all->wait();
        (*self->kernel)();
        own->end();
        // Of a thread that is gone less is remembered.
        self->of_all->wait();
        return 0;
    }
};

template <class Kernel> int launch(dim3 grid, dim3 block, const Kernel &kernel) {
    gridDim = grid;
    blockDim = block;
    unsigned blocks = grid.x * grid.y * grid.z, threads = block.x * block.y * block.z, most = 1024;
    if (blocks > most || blocks * threads > most) return 77;
    Barrier of_all(blocks * threads);
    Started<Kernel> *all = new Started<Kernel>[blocks * threads];
    for (unsigned b = 0; b < blocks; b++) {
        Barrier *of_block = new Barrier(threads);
        dim3 at = {b % grid.x, b / grid.x % grid.y, b / grid.x / grid.y};
        for (unsigned t = 0; t < threads; t++) {
            dim3 thread = {t % block.x, t / block.x % block.y, t / block.x / block.y};
            Started<Kernel> &one = all[b * threads + t];
            one = {&kernel, thread, at, of_block, &of_all, 0};
            if (pthread_create(&one.number, 0, Started<Kernel>::run, &one)) return 77;
        }
    }
    for (unsigned n = 0; n < blocks * threads; n++) pthread_join(all[n].number, 0);
    puts("no race in this run");
    return 0;
}
