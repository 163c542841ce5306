// assert.h: without NDEBUG. [C17, 7.2]
#define assert assert
