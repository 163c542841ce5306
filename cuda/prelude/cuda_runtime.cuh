// The runtime's device functions that need no memory of their own. [CUDA C++ Programming Guide, 10]
[[jaminan::op("barrier")]] void __syncthreads();

[[jaminan::op("barrier.count")]] int __syncthreads_count(int predicate);

[[jaminan::op("barrier.all")]] int __syncthreads_and(int predicate);

[[jaminan::op("barrier.any")]] int __syncthreads_or(int predicate);

[[jaminan::op("fence")]] void __threadfence();

[[jaminan::op("fence")]] void __threadfence_block();

[[jaminan::op("fence")]] void __threadfence_system();

[[jaminan::op("masked.sync")]] void __syncwarp();
[[jaminan::op("masked.sync")]] void __syncwarp(unsigned mask);

[[jaminan::op("lanes.active")]] unsigned __activemask();

[[jaminan::op("masked.any")]] int __any_sync(unsigned mask, int predicate);

[[jaminan::op("masked.all")]] int __all_sync(unsigned mask, int predicate);

[[jaminan::op("masked.ballot")]] unsigned __ballot_sync(unsigned mask, int predicate);

[[jaminan::op("atomic.Add")]] auto atomicAdd(auto address, auto value);

[[jaminan::op("atomic.Add_block")]] auto atomicAdd_block(auto address, auto value);

[[jaminan::op("atomic.Add_system")]] auto atomicAdd_system(auto address, auto value);

[[jaminan::op("atomic.Sub")]] auto atomicSub(auto address, auto value);

[[jaminan::op("atomic.Sub_block")]] auto atomicSub_block(auto address, auto value);

[[jaminan::op("atomic.Sub_system")]] auto atomicSub_system(auto address, auto value);

[[jaminan::op("atomic.Exch")]] auto atomicExch(auto address, auto value);

[[jaminan::op("atomic.Exch_block")]] auto atomicExch_block(auto address, auto value);

[[jaminan::op("atomic.Exch_system")]] auto atomicExch_system(auto address, auto value);

[[jaminan::op("atomic.Min")]] auto atomicMin(auto address, auto value);

[[jaminan::op("atomic.Min_block")]] auto atomicMin_block(auto address, auto value);

[[jaminan::op("atomic.Min_system")]] auto atomicMin_system(auto address, auto value);

[[jaminan::op("atomic.Max")]] auto atomicMax(auto address, auto value);

[[jaminan::op("atomic.Max_block")]] auto atomicMax_block(auto address, auto value);

[[jaminan::op("atomic.Max_system")]] auto atomicMax_system(auto address, auto value);

[[jaminan::op("atomic.Inc")]] auto atomicInc(auto address, auto value);

[[jaminan::op("atomic.Inc_block")]] auto atomicInc_block(auto address, auto value);

[[jaminan::op("atomic.Inc_system")]] auto atomicInc_system(auto address, auto value);

[[jaminan::op("atomic.Dec")]] auto atomicDec(auto address, auto value);

[[jaminan::op("atomic.Dec_block")]] auto atomicDec_block(auto address, auto value);

[[jaminan::op("atomic.Dec_system")]] auto atomicDec_system(auto address, auto value);

[[jaminan::op("atomic.And")]] auto atomicAnd(auto address, auto value);

[[jaminan::op("atomic.And_block")]] auto atomicAnd_block(auto address, auto value);

[[jaminan::op("atomic.And_system")]] auto atomicAnd_system(auto address, auto value);

[[jaminan::op("atomic.Or")]] auto atomicOr(auto address, auto value);

[[jaminan::op("atomic.Or_block")]] auto atomicOr_block(auto address, auto value);

[[jaminan::op("atomic.Or_system")]] auto atomicOr_system(auto address, auto value);

[[jaminan::op("atomic.Xor")]] auto atomicXor(auto address, auto value);

[[jaminan::op("atomic.Xor_block")]] auto atomicXor_block(auto address, auto value);

[[jaminan::op("atomic.Xor_system")]] auto atomicXor_system(auto address, auto value);

[[jaminan::op("atomic.CAS")]] auto atomicCAS(auto address, auto compare, auto value);

[[jaminan::op("atomic.CAS_block")]] auto atomicCAS_block(auto address, auto compare, auto value);

[[jaminan::op("atomic.CAS_system")]] auto atomicCAS_system(auto address, auto compare, auto value);

template <typename T> [[jaminan::op("lanes.shuffle")]] T __shfl(T value, int lane);
template <typename T> [[jaminan::op("lanes.shuffle")]] T __shfl(T value, int lane, int width);

template <typename T> [[jaminan::op("lanes.shuffle_up")]] T __shfl_up(T value, unsigned delta);
template <typename T> [[jaminan::op("lanes.shuffle_up")]] T __shfl_up(T value, unsigned delta, int width);

template <typename T> [[jaminan::op("lanes.shuffle_down")]] T __shfl_down(T value, unsigned delta);
template <typename T> [[jaminan::op("lanes.shuffle_down")]] T __shfl_down(T value, unsigned delta, int width);

template <typename T> [[jaminan::op("lanes.shuffle_xor")]] T __shfl_xor(T value, int mask);
template <typename T> [[jaminan::op("lanes.shuffle_xor")]] T __shfl_xor(T value, int mask, int width);

template <typename T> [[jaminan::op("masked.shuffle")]] T __shfl_sync(unsigned mask, T value, int lane);
template <typename T> [[jaminan::op("masked.shuffle")]] T __shfl_sync(unsigned mask, T value, int lane, int width);

template <typename T> [[jaminan::op("masked.shuffle_up")]] T __shfl_up_sync(unsigned mask, T value, unsigned delta);
template <typename T> [[jaminan::op("masked.shuffle_up")]] T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width);

template <typename T> [[jaminan::op("masked.shuffle_down")]] T __shfl_down_sync(unsigned mask, T value, unsigned delta);
template <typename T> [[jaminan::op("masked.shuffle_down")]] T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width);

template <typename T> [[jaminan::op("masked.shuffle_xor")]] T __shfl_xor_sync(unsigned mask, T value, int lanes);
template <typename T> [[jaminan::op("masked.shuffle_xor")]] T __shfl_xor_sync(unsigned mask, T value, int lanes, int width);

[[jaminan::op("lanes.any")]] int __any(int predicate);

[[jaminan::op("lanes.all")]] int __all(int predicate);

[[jaminan::op("lanes.ballot")]] unsigned __ballot(int predicate);

template <typename T> [[jaminan::op("masked.match_any")]] unsigned __match_any_sync(unsigned mask, T value);

template <typename T> [[jaminan::writes(3)]] unsigned __match_all_sync(unsigned mask, T value, int *all);

[[jaminan::op("masked.add")]] unsigned __reduce_add_sync(unsigned mask, unsigned value);
[[jaminan::op("masked.add")]] int __reduce_add_sync(unsigned mask, int value);

[[jaminan::op("masked.min")]] unsigned __reduce_min_sync(unsigned mask, unsigned value);
[[jaminan::op("masked.min")]] int __reduce_min_sync(unsigned mask, int value);

[[jaminan::op("masked.max")]] unsigned __reduce_max_sync(unsigned mask, unsigned value);
[[jaminan::op("masked.max")]] int __reduce_max_sync(unsigned mask, int value);

[[jaminan::op("masked.and")]] unsigned __reduce_and_sync(unsigned mask, unsigned value);

[[jaminan::op("masked.or")]] unsigned __reduce_or_sync(unsigned mask, unsigned value);

[[jaminan::op("masked.xor")]] unsigned __reduce_xor_sync(unsigned mask, unsigned value);

template <typename T> T __ldca(const T *from) { return *from; }

template <typename T> T __ldcg(const T *from) { return *from; }

template <typename T> T __ldcs(const T *from) { return *from; }

template <typename T> T __ldlu(const T *from) { return *from; }

template <typename T> T __ldcv(const T *from) { return *from; }

template <typename T> void __stwb(T *to, T value) { *to = value; }

template <typename T> void __stcg(T *to, T value) { *to = value; }

template <typename T> void __stcs(T *to, T value) { *to = value; }

template <typename T> void __stwt(T *to, T value) { *to = value; }

void __trap() { assert(false); }

[[jaminan::pure]] void __brkpt();

[[jaminan::pure]] void __nanosleep(unsigned nanoseconds);

[[jaminan::pure]] void __prof_trigger(int counter);

[[jaminan::pure]] int __dp4a(int a, int b, int c) { for (int n = 0; n < 32; n += 8) c += (signed char)(a >> n) * (signed char)(b >> n); return c; }
[[jaminan::pure]] unsigned __dp4a(unsigned a, unsigned b, unsigned c) { for (int n = 0; n < 32; n += 8) c += (unsigned char)(a >> n) * (unsigned char)(b >> n); return c; }
[[jaminan::pure]] int __dp4a(char4 a, char4 b, int c);
[[jaminan::pure]] unsigned __dp4a(uchar4 a, uchar4 b, unsigned c);

[[jaminan::pure]] int __dp2a_lo(int a, int b, int c);
[[jaminan::pure]] unsigned __dp2a_lo(unsigned a, unsigned b, unsigned c);

[[jaminan::pure]] int __dp2a_hi(int a, int b, int c);
[[jaminan::pure]] unsigned __dp2a_hi(unsigned a, unsigned b, unsigned c);

[[jaminan::pure]] unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift);

[[jaminan::pure]] unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift);

[[jaminan::pure]] unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift);

[[jaminan::pure]] unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift);

[[jaminan::pure]] int __rhadd(int a, int b);

[[jaminan::pure]] unsigned __uhadd(unsigned a, unsigned b);

[[jaminan::pure]] unsigned __urhadd(unsigned a, unsigned b);

[[jaminan::pure]] unsigned __sad(int a, int b, unsigned c);

[[jaminan::pure]] unsigned __usad(unsigned a, unsigned b, unsigned c);

[[jaminan::op("first_set")]] int __ffsll(long long value);

[[jaminan::op("reverse")]] unsigned long long __brevll(unsigned long long value);

[[jaminan::op("mul_high")]] long long __mul64hi(long long a, long long b);

[[jaminan::op("mul_high")]] unsigned long long __umul64hi(unsigned long long a, unsigned long long b);

[[jaminan::pure]] unsigned __vabs2(unsigned a);

[[jaminan::pure]] unsigned __vabs4(unsigned a);

[[jaminan::pure]] unsigned __vabsss2(unsigned a);

[[jaminan::pure]] unsigned __vabsss4(unsigned a);

[[jaminan::pure]] unsigned __vneg2(unsigned a);

[[jaminan::pure]] unsigned __vneg4(unsigned a);

[[jaminan::pure]] unsigned __vnegss2(unsigned a);

[[jaminan::pure]] unsigned __vnegss4(unsigned a);

[[jaminan::pure]] unsigned __vadd2(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vadd4(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vaddss2(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vaddss4(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vaddus2(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vaddus4(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vsub2(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vsub4(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vsubss2(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vsubss4(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vsubus2(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vsubus4(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vabsdiffs2(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vabsdiffs4(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vabsdiffu2(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vabsdiffu4(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vavgs2(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vavgs4(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vavgu2(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vavgu4(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vmaxs2(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vmaxs4(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vmaxu2(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vmaxu4(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vmins2(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vmins4(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vminu2(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vminu4(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vsads2(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vsads4(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vsadu2(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vsadu4(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vcmpeq2(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vcmpeq4(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vcmpne2(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vcmpne4(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vcmpges2(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vcmpges4(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vcmpgeu2(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vcmpgeu4(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vcmpgts2(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vcmpgts4(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vcmpgtu2(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vcmpgtu4(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vcmples2(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vcmples4(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vcmpleu2(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vcmpleu4(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vcmplts2(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vcmplts4(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vcmpltu2(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vcmpltu4(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vseteq2(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vseteq4(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vsetne2(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vsetne4(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vsetges2(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vsetges4(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vsetgeu2(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vsetgeu4(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vsetgts2(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vsetgts4(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vsetgtu2(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vsetgtu4(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vsetles2(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vsetles4(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vsetleu2(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vsetleu4(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vsetlts2(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vsetlts4(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vsetltu2(unsigned a, unsigned b);
[[jaminan::pure]] unsigned __vsetltu4(unsigned a, unsigned b);

[[jaminan::pure]] int __viaddmax_s32(int a, int b, int c);
[[jaminan::pure]] int __viaddmin_s32(int a, int b, int c);
[[jaminan::pure]] int __vimax3_s32(int a, int b, int c);
[[jaminan::pure]] int __vimin3_s32(int a, int b, int c);
[[jaminan::pure]] int __vimax3_s32_relu(int a, int b, int c);
[[jaminan::pure]] int __vimin3_s32_relu(int a, int b, int c);
[[jaminan::writes(3)]] int __vibmax_s32(int a, int b, bool *first);
[[jaminan::writes(3)]] int __vibmin_s32(int a, int b, bool *first);
unsigned __vibmax_u16x2(unsigned a, unsigned b, bool *high, bool *low) { *high = a >> 16 >= b >> 16; *low = (a & 65535) >= (b & 65535); return __vmaxu2(a, b); }
unsigned __vibmin_u16x2(unsigned a, unsigned b, bool *high, bool *low) { *high = a >> 16 <= b >> 16; *low = (a & 65535) <= (b & 65535); return __vminu2(a, b); }

// The value of a conditional node of a graph: no memory that a kernel can access. [CUDA Runtime API, 6.30]
using cudaGraphConditionalHandle = unsigned long long;
[[jaminan::pure]] void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned value);

// Of numbers of any types, at their common one: `auto` stands for each of the overloads.
[[jaminan::op("min")]] auto min(auto a, auto b);

[[jaminan::op("max")]] auto max(auto a, auto b);

[[jaminan::op("min")]] unsigned umin(unsigned a, unsigned b);

[[jaminan::op("max")]] unsigned umax(unsigned a, unsigned b);

[[jaminan::op("min")]] long long llmin(long long a, long long b);

[[jaminan::op("max")]] long long llmax(long long a, long long b);

[[jaminan::op("min")]] unsigned long long ullmin(unsigned long long a, unsigned long long b);

[[jaminan::op("max")]] unsigned long long ullmax(unsigned long long a, unsigned long long b);

[[jaminan::op("absolute")]] auto abs(auto a);

[[jaminan::op("absolute")]] long labs(long a);

[[jaminan::op("absolute")]] long long llabs(long long a);

// What a compiler is told of a value, which it is whatever it was told. [GCC, 6.59]
long __builtin_expect(long value, long expected) { return value; }

long __builtin_expect_with_probability(long value, long expected, double probability) { return value; }

[[jaminan::op("mul24")]] int __mul24(int a, int b);

[[jaminan::op("mul24")]] unsigned __umul24(unsigned a, unsigned b);

[[jaminan::op("mul_high")]] int __mulhi(int a, int b);

[[jaminan::op("mul_high")]] unsigned __umulhi(unsigned a, unsigned b);

[[jaminan::op("population")]] int __popc(unsigned value);

[[jaminan::op("population")]] int __popcll(unsigned long long value);

[[jaminan::op("leading_zeros")]] int __clz(int value);

[[jaminan::op("leading_zeros")]] int __clzll(long long value);

[[jaminan::op("first_set")]] int __ffs(int value);

[[jaminan::pure]] unsigned __fns(unsigned mask, unsigned base, int offset);

[[jaminan::op("reverse")]] unsigned __brev(unsigned value);

[[jaminan::op("byte_permute")]] unsigned __byte_perm(unsigned a, unsigned b, unsigned selector);

[[jaminan::op("load")]] auto __ldg(auto from);

[[jaminan::op("copy")]] void memcpy(auto to, auto from, auto bytes);

[[jaminan::op("copy")]] void __builtin_memcpy(auto to, auto from, auto bytes);

[[jaminan::unmodelled("`memmove`")]] void memmove(auto to, auto from, auto bytes);

void *memset(void *to, int value, unsigned long bytes) {
    unsigned char *place = (unsigned char *)to;
    for (unsigned long n = 0; n < bytes; n++) place[n] = value;
    return to;
}

[[jaminan::unmodelled("memory that a kernel allocates")]] void malloc(auto bytes);

[[jaminan::unmodelled("memory that a kernel frees")]] void free(auto memory);

[[jaminan::op("assert")]] void assert(auto condition);

[[jaminan::op("print")]] int printf(auto format, ...);

// A number below the second argument, of which nothing is known but that all threads of all blocks agree on it: one for
// each first argument. Both are constants.
[[jaminan::op("agreed")]] int _agreed(int which, int below);

[[jaminan::op("clock")]] long clock();

[[jaminan::op("clock")]] long long clock64();

struct cudaPitchedPtr {
    // A `void *`, which is cast where it is used.
    char *ptr;
    size_t pitch;
    size_t xsize;
    size_t ysize;
};

struct cudaExtent {
    size_t width;
    size_t height;
    size_t depth;
};

struct cudaPos {
    size_t x;
    size_t y;
    size_t z;
};
