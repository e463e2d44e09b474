// What the CBOR target uses of libcbor: its streaming decoder, which allocates nothing.
#include <cbor.h>

/// Callbacks that do nothing, all that this version of the library has: none of them may be null.
static inline struct cbor_callbacks journey_cbor_callbacks(void) { return cbor_empty_callbacks; }
