// The runtime's device functions that need no memory of their own. [CUDA C++ Programming Guide, 10]
template <typename T> [[jaminan::pure]] T __shfl(T value, int lane);
template <typename T> [[jaminan::pure]] T __shfl(T value, int lane, int width);

template <typename T> [[jaminan::pure]] T __shfl_up(T value, unsigned delta);
template <typename T> [[jaminan::pure]] T __shfl_up(T value, unsigned delta, int width);

template <typename T> [[jaminan::pure]] T __shfl_down(T value, unsigned delta);
template <typename T> [[jaminan::pure]] T __shfl_down(T value, unsigned delta, int width);

template <typename T> [[jaminan::pure]] T __shfl_xor(T value, int mask);
template <typename T> [[jaminan::pure]] T __shfl_xor(T value, int mask, int width);

template <typename T> [[jaminan::pure]] T __shfl_sync(unsigned mask, T value, int lane);
template <typename T> [[jaminan::pure]] T __shfl_sync(unsigned mask, T value, int lane, int width);

template <typename T> [[jaminan::pure]] T __shfl_up_sync(unsigned mask, T value, unsigned delta);
template <typename T> [[jaminan::pure]] T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width);

template <typename T> [[jaminan::pure]] T __shfl_down_sync(unsigned mask, T value, unsigned delta);
template <typename T> [[jaminan::pure]] T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width);

template <typename T> [[jaminan::pure]] T __shfl_xor_sync(unsigned mask, T value, int lanes);
template <typename T> [[jaminan::pure]] T __shfl_xor_sync(unsigned mask, T value, int lanes, int width);

[[jaminan::pure]] int __any(int predicate);

[[jaminan::pure]] int __all(int predicate);

[[jaminan::pure]] unsigned __ballot(int predicate);

template <typename T> [[jaminan::pure]] unsigned __match_any_sync(unsigned mask, T value);

template <typename T> [[jaminan::writes(3)]] unsigned __match_all_sync(unsigned mask, T value, int *all);

[[jaminan::pure]] unsigned __reduce_add_sync(unsigned mask, unsigned value);
[[jaminan::pure]] int __reduce_add_sync(unsigned mask, int value);

[[jaminan::pure]] unsigned __reduce_min_sync(unsigned mask, unsigned value);
[[jaminan::pure]] int __reduce_min_sync(unsigned mask, int value);

[[jaminan::pure]] unsigned __reduce_max_sync(unsigned mask, unsigned value);
[[jaminan::pure]] int __reduce_max_sync(unsigned mask, int value);

[[jaminan::pure]] unsigned __reduce_and_sync(unsigned mask, unsigned value);

[[jaminan::pure]] unsigned __reduce_or_sync(unsigned mask, unsigned value);

[[jaminan::pure]] unsigned __reduce_xor_sync(unsigned mask, unsigned value);

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

[[jaminan::pure]] int __dp4a(int a, int b, int c);
[[jaminan::pure]] unsigned __dp4a(unsigned a, unsigned b, unsigned c);
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

[[jaminan::pure]] int __ffsll(long long value);

[[jaminan::pure]] unsigned long long __brevll(unsigned long long value);

[[jaminan::pure]] long long __mul64hi(long long a, long long b);

[[jaminan::pure]] unsigned long long __umul64hi(unsigned long long a, unsigned long long b);

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

// The value of a conditional node of a graph: no memory that a kernel can access. [CUDA Runtime API, 6.30]
using cudaGraphConditionalHandle = unsigned long long;
[[jaminan::pure]] void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned value);
