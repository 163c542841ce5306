// stddef.h. [C17, 7.19]
#define NULL NULL
#define offsetof offsetof
