// expect: drf
#include <ostream>

// No operand is a class or an enumeration: the operator is that of C++ itself. [C++17, 16.3.1.2]
std::ostream &operator<<(std::ostream &out, const dim3 &d);
Unknown operator*(const Unknown &a, const Unknown &b);

__global__ void k(int *a) { a[(threadIdx.x << 1) * 2] = 1; }

void run(int *a) { k<<<1, 64>>>(a); }
