// stdlib.h. [C17, 7.22]
#define NULL NULL
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
