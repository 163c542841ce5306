// What `--front-end clang` tells clang besides what the other files declare: the types and macros that nvcc knows by
// itself. `cuda/src/clang/text.rs` adds the built-in vectors.
#define ON_BOTH __attribute__((host)) __attribute__((device))
#define aligned_as(n) ((aligned(n)))
typedef unsigned long size_t; typedef long ptrdiff_t; typedef unsigned uint; typedef unsigned char uchar;
typedef unsigned short ushort; typedef unsigned long ulong;
typedef signed char int8_t; typedef unsigned char uint8_t; typedef short int16_t; typedef unsigned short uint16_t;
typedef int int32_t; typedef unsigned uint32_t; typedef long int64_t; typedef unsigned long uint64_t;
typedef long intptr_t; typedef unsigned long uintptr_t;
typedef struct CUstream_st *cudaStream_t; typedef struct CUevent_st *cudaEvent_t; typedef int cudaError_t;
typedef struct S_IO_FILE FILE;
struct dim3 { unsigned x, y, z; ON_BOTH dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1); };
extern "C" int cudaConfigureCall(dim3, dim3, size_t = 0, cudaStream_t = 0);
struct cudaTextureObject_t {}; struct cudaSurfaceObject_t {};
template <class T> struct without_qualifiers { typedef T type; };
template <class T> struct without_qualifiers<const T> { typedef T type; };
template <class T> struct without_qualifiers<volatile T> { typedef T type; };
template <class T> struct without_qualifiers<const volatile T> { typedef T type; };
template <class T> struct real_of { static constexpr double value = 0; };
template <> struct real_of<float> { static constexpr float value = 0; };
namespace cooperative_groups {} namespace cub {} namespace nvcuda {} namespace thrust {}
constexpr float INFINITY = __builtin_inff(), NAN = __builtin_nanf("");
constexpr float FLT_MAX = __FLT_MAX__, FLT_MIN = __FLT_MIN__, FLT_EPSILON = __FLT_EPSILON__;
constexpr double M_PI = 3.14159265358979323846, M_PI_2 = 1.57079632679489661923;
constexpr double DBL_MAX = __DBL_MAX__, DBL_MIN = __DBL_MIN__, DBL_EPSILON = __DBL_EPSILON__;
constexpr int INT_MAX = __INT_MAX__, INT_MIN = -__INT_MAX__ - 1;
constexpr unsigned UINT_MAX = ~0u;
constexpr decltype(nullptr) NULL = nullptr;

namespace std {
using ::size_t; using ::ptrdiff_t; using ::int8_t; using ::uint8_t; using ::int16_t; using ::uint16_t; using ::int32_t;
using ::uint32_t; using ::int64_t; using ::uint64_t; using ::intptr_t; using ::uintptr_t;
template <class T, T v> struct integral_constant { static constexpr T value = v; };
template <bool v> using bool_constant = integral_constant<bool, v>;
typedef integral_constant<bool, true> true_type; typedef integral_constant<bool, false> false_type;
template <class A, class B> struct is_same : false_type {};
template <class A> struct is_same<A, A> : true_type {};
template <class A, class B> constexpr bool is_same_v = is_same<A, B>::value;
template <bool c, class A, class B> struct conditional { typedef A type; };
template <class A, class B> struct conditional<false, A, B> { typedef B type; };
template <bool c, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> { typedef T type; };
template <class T> struct remove_cv { typedef T type; };
template <class T> struct remove_cv<const T> { typedef T type; };
template <class T> struct remove_cv<volatile T> { typedef T type; };
template <class T> struct remove_cv<const volatile T> { typedef T type; };
template <class T> struct remove_reference { typedef T type; };
template <class T> struct remove_reference<T &> { typedef T type; };
template <class T> struct remove_reference<T &&> { typedef T type; };
template <class T> struct remove_pointer { typedef T type; };
template <class T> struct remove_pointer<T *> { typedef T type; };
template <bool c, class A, class B> using conditional_t = typename conditional<c, A, B>::type;
template <bool c, class T = void> using enable_if_t = typename enable_if<c, T>::type;
}
