// What the CBOR target uses of libcbor: its streaming decoder, which allocates nothing.
#include <cbor.h>
