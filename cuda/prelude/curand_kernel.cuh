// Random numbers. A state is read and written as a whole. [cuRAND, Device API]
[[jaminan::opaque]] struct curandStateXORWOW;
using curandStateXORWOW_t = curandStateXORWOW;
using curandState_t = curandStateXORWOW;
using curandState = curandStateXORWOW;

[[jaminan::opaque]] struct curandStatePhilox4_32_10;
using curandStatePhilox4_32_10_t = curandStatePhilox4_32_10;

[[jaminan::opaque]] struct curandStateMRG32k3a;
using curandStateMRG32k3a_t = curandStateMRG32k3a;

[[jaminan::opaque]] struct curandStateSobol32;
using curandStateSobol32_t = curandStateSobol32;

[[jaminan::opaque]] struct curandStateScrambledSobol32;
using curandStateScrambledSobol32_t = curandStateScrambledSobol32;

[[jaminan::opaque]] struct curandStateSobol64;
using curandStateSobol64_t = curandStateSobol64;

[[jaminan::opaque]] struct curandStateScrambledSobol64;
using curandStateScrambledSobol64_t = curandStateScrambledSobol64;

// Where a quasi-random sequence goes, in each dimension.
using curandDirectionVectors32_t = unsigned int[32];
using curandDirectionVectors64_t = unsigned long long[64];

// A state of a quasi-random sequence keeps a copy of all its vectors.
[[jaminan::updates(1)]] void _quasi_random(curandStateSobol32 *state);
[[jaminan::updates(1)]] void _quasi_random(curandStateScrambledSobol32 *state);
[[jaminan::updates(1)]] void _quasi_random(curandStateSobol64 *state);
[[jaminan::updates(1)]] void _quasi_random(curandStateScrambledSobol64 *state);

template <int N, typename T> void _read_vectors(T *vectors) {
    T last = 0;
    for (int n = 0; n < N; ++n) last = vectors[n];
}

[[jaminan::updates(4)]] void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, curandStateXORWOW *state);
[[jaminan::updates(4)]] void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, curandStatePhilox4_32_10 *state);
[[jaminan::updates(4)]] void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, curandStateMRG32k3a *state);
void curand_init(unsigned int *vectors, unsigned int offset, curandStateSobol32 *state) { _read_vectors<32>(vectors); _quasi_random(state); }
void curand_init(unsigned int *vectors, unsigned int constant, unsigned int offset, curandStateScrambledSobol32 *state) { _read_vectors<32>(vectors); _quasi_random(state); }
void curand_init(unsigned long long *vectors, unsigned long long offset, curandStateSobol64 *state) { _read_vectors<64>(vectors); _quasi_random(state); }
void curand_init(unsigned long long *vectors, unsigned long long constant, unsigned long long offset, curandStateScrambledSobol64 *state) { _read_vectors<64>(vectors); _quasi_random(state); }

[[jaminan::updates(1)]] unsigned curand(curandStateXORWOW *state);
[[jaminan::updates(1)]] unsigned curand(curandStatePhilox4_32_10 *state);
[[jaminan::updates(1)]] unsigned curand(curandStateMRG32k3a *state);
[[jaminan::updates(1)]] unsigned curand(curandStateSobol32 *state);
[[jaminan::updates(1)]] unsigned curand(curandStateScrambledSobol32 *state);
[[jaminan::updates(1)]] unsigned long long curand(curandStateSobol64 *state);
[[jaminan::updates(1)]] unsigned long long curand(curandStateScrambledSobol64 *state);

[[jaminan::updates(1)]] float curand_uniform(curandStateXORWOW *state);
[[jaminan::updates(1)]] float curand_uniform(curandStatePhilox4_32_10 *state);
[[jaminan::updates(1)]] float curand_uniform(curandStateMRG32k3a *state);
[[jaminan::updates(1)]] float curand_uniform(curandStateSobol32 *state);
[[jaminan::updates(1)]] float curand_uniform(curandStateScrambledSobol32 *state);
[[jaminan::updates(1)]] float curand_uniform(curandStateSobol64 *state);
[[jaminan::updates(1)]] float curand_uniform(curandStateScrambledSobol64 *state);

[[jaminan::updates(1)]] double curand_uniform_double(curandStateXORWOW *state);
[[jaminan::updates(1)]] double curand_uniform_double(curandStatePhilox4_32_10 *state);
[[jaminan::updates(1)]] double curand_uniform_double(curandStateMRG32k3a *state);
[[jaminan::updates(1)]] double curand_uniform_double(curandStateSobol32 *state);
[[jaminan::updates(1)]] double curand_uniform_double(curandStateScrambledSobol32 *state);
[[jaminan::updates(1)]] double curand_uniform_double(curandStateSobol64 *state);
[[jaminan::updates(1)]] double curand_uniform_double(curandStateScrambledSobol64 *state);

[[jaminan::updates(1)]] float curand_normal(curandStateXORWOW *state);
[[jaminan::updates(1)]] float curand_normal(curandStatePhilox4_32_10 *state);
[[jaminan::updates(1)]] float curand_normal(curandStateMRG32k3a *state);
[[jaminan::updates(1)]] float curand_normal(curandStateSobol32 *state);
[[jaminan::updates(1)]] float curand_normal(curandStateScrambledSobol32 *state);
[[jaminan::updates(1)]] float curand_normal(curandStateSobol64 *state);
[[jaminan::updates(1)]] float curand_normal(curandStateScrambledSobol64 *state);

[[jaminan::updates(1)]] double curand_normal_double(curandStateXORWOW *state);
[[jaminan::updates(1)]] double curand_normal_double(curandStatePhilox4_32_10 *state);
[[jaminan::updates(1)]] double curand_normal_double(curandStateMRG32k3a *state);
[[jaminan::updates(1)]] double curand_normal_double(curandStateSobol32 *state);
[[jaminan::updates(1)]] double curand_normal_double(curandStateScrambledSobol32 *state);
[[jaminan::updates(1)]] double curand_normal_double(curandStateSobol64 *state);
[[jaminan::updates(1)]] double curand_normal_double(curandStateScrambledSobol64 *state);

[[jaminan::updates(1)]] float2 curand_normal2(curandStateXORWOW *state);
[[jaminan::updates(1)]] float2 curand_normal2(curandStatePhilox4_32_10 *state);
[[jaminan::updates(1)]] float2 curand_normal2(curandStateMRG32k3a *state);

[[jaminan::updates(1)]] double2 curand_normal2_double(curandStateXORWOW *state);
[[jaminan::updates(1)]] double2 curand_normal2_double(curandStatePhilox4_32_10 *state);
[[jaminan::updates(1)]] double2 curand_normal2_double(curandStateMRG32k3a *state);

[[jaminan::updates(1)]] float curand_log_normal(curandStateXORWOW *state, float mean, float deviation);
[[jaminan::updates(1)]] float curand_log_normal(curandStatePhilox4_32_10 *state, float mean, float deviation);
[[jaminan::updates(1)]] float curand_log_normal(curandStateMRG32k3a *state, float mean, float deviation);
[[jaminan::updates(1)]] float curand_log_normal(curandStateSobol32 *state, float mean, float deviation);
[[jaminan::updates(1)]] float curand_log_normal(curandStateScrambledSobol32 *state, float mean, float deviation);
[[jaminan::updates(1)]] float curand_log_normal(curandStateSobol64 *state, float mean, float deviation);
[[jaminan::updates(1)]] float curand_log_normal(curandStateScrambledSobol64 *state, float mean, float deviation);

[[jaminan::updates(1)]] double curand_log_normal_double(curandStateXORWOW *state, double mean, double deviation);
[[jaminan::updates(1)]] double curand_log_normal_double(curandStatePhilox4_32_10 *state, double mean, double deviation);
[[jaminan::updates(1)]] double curand_log_normal_double(curandStateMRG32k3a *state, double mean, double deviation);
[[jaminan::updates(1)]] double curand_log_normal_double(curandStateSobol32 *state, double mean, double deviation);
[[jaminan::updates(1)]] double curand_log_normal_double(curandStateScrambledSobol32 *state, double mean, double deviation);
[[jaminan::updates(1)]] double curand_log_normal_double(curandStateSobol64 *state, double mean, double deviation);
[[jaminan::updates(1)]] double curand_log_normal_double(curandStateScrambledSobol64 *state, double mean, double deviation);

[[jaminan::updates(1)]] unsigned curand_poisson(curandStateXORWOW *state, double lambda);
[[jaminan::updates(1)]] unsigned curand_poisson(curandStatePhilox4_32_10 *state, double lambda);
[[jaminan::updates(1)]] unsigned curand_poisson(curandStateMRG32k3a *state, double lambda);
[[jaminan::updates(1)]] unsigned curand_poisson(curandStateSobol32 *state, double lambda);
[[jaminan::updates(1)]] unsigned curand_poisson(curandStateScrambledSobol32 *state, double lambda);
[[jaminan::updates(1)]] unsigned curand_poisson(curandStateSobol64 *state, double lambda);
[[jaminan::updates(1)]] unsigned curand_poisson(curandStateScrambledSobol64 *state, double lambda);

[[jaminan::updates(1)]] uint4 curand4(curandStatePhilox4_32_10 *state);

[[jaminan::updates(1)]] float4 curand_uniform4(curandStatePhilox4_32_10 *state);

[[jaminan::updates(1)]] float4 curand_normal4(curandStatePhilox4_32_10 *state);

[[jaminan::updates(1)]] float4 curand_log_normal4(curandStatePhilox4_32_10 *state, float mean, float deviation);

[[jaminan::updates(1)]] uint4 curand_poisson4(curandStatePhilox4_32_10 *state, double lambda);

[[jaminan::updates(1)]] float2 curand_log_normal2(curandStateXORWOW *state, float mean, float deviation);
[[jaminan::updates(1)]] float2 curand_log_normal2(curandStatePhilox4_32_10 *state, float mean, float deviation);
[[jaminan::updates(1)]] float2 curand_log_normal2(curandStateMRG32k3a *state, float mean, float deviation);

[[jaminan::updates(1)]] double2 curand_log_normal2_double(curandStateXORWOW *state, double mean, double deviation);
[[jaminan::updates(1)]] double2 curand_log_normal2_double(curandStatePhilox4_32_10 *state, double mean, double deviation);
[[jaminan::updates(1)]] double2 curand_log_normal2_double(curandStateMRG32k3a *state, double mean, double deviation);

[[jaminan::updates(1)]] double2 curand_uniform2_double(curandStatePhilox4_32_10 *state);

[[jaminan::updates(2)]] void skipahead(unsigned long long n, curandStateXORWOW *state);
[[jaminan::updates(2)]] void skipahead(unsigned long long n, curandStatePhilox4_32_10 *state);
[[jaminan::updates(2)]] void skipahead(unsigned long long n, curandStateMRG32k3a *state);
[[jaminan::updates(2)]] void skipahead(unsigned int n, curandStateSobol32 *state);
[[jaminan::updates(2)]] void skipahead(unsigned int n, curandStateScrambledSobol32 *state);
[[jaminan::updates(2)]] void skipahead(unsigned long long n, curandStateSobol64 *state);
[[jaminan::updates(2)]] void skipahead(unsigned long long n, curandStateScrambledSobol64 *state);

[[jaminan::updates(2)]] void skipahead_sequence(unsigned long long n, curandStateXORWOW *state);
[[jaminan::updates(2)]] void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10 *state);
[[jaminan::updates(2)]] void skipahead_sequence(unsigned long long n, curandStateMRG32k3a *state);
