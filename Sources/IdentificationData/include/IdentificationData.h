/// The data that devices are identified by, embedded in the program.
#ifndef IDENTIFICATION_DATA_H
#define IDENTIFICATION_DATA_H

#include <stddef.h>

/// The content of one file.
struct identification_file {
  const unsigned char *bytes;
  size_t size;
};

/// The registries of MAC address blocks, as scripts/vendors.py packs them.
extern const struct identification_file identification_vendors;

#endif
