// expect: drf
// flags: --block-dim 64 --grid-dim 4

// A class template over a type that nothing gives: its members are any scalars.
template <typename Real> struct Option {
    enum Kind { call, put };
    Real spot, strike;
    Kind kind;
};

template <typename Real> __global__ void price(Option<Real> *options) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (options[i].kind == Option<Real>::call) options[i].spot = options[i].strike;
}
