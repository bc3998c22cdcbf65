#include "IdentificationData.h"

// `#embed` (C23) is known to clang 19 and later in every mode.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char bytes[] = {
#embed "vendors.bin"
};

const struct identification_file identification_vendors = {bytes, sizeof bytes};
