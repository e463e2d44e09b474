#include <jose/jose.h>
