// math.h, with the constants of POSIX. [C17, 7.12]
#define M_E M_E
#define M_LOG2E M_LOG2E
#define M_LOG10E M_LOG10E
#define M_LN2 M_LN2
#define M_LN10 M_LN10
#define M_PI M_PI
#define M_PI_2 M_PI_2
#define M_PI_4 M_PI_4
#define M_1_PI M_1_PI
#define M_2_PI M_2_PI
#define M_2_SQRTPI M_2_SQRTPI
#define M_SQRT2 M_SQRT2
#define M_SQRT1_2 M_SQRT1_2
#define NAN NAN
#define INFINITY INFINITY
#define HUGE_VAL HUGE_VAL
#define HUGE_VALF HUGE_VALF
