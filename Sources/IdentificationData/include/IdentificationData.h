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

/// A file of rules, by its name: `printers.rules`.
struct identification_rules {
  const char *name;
  struct identification_file file;
};

/// How many files of rules there are.
extern const size_t identification_rules_count;

/// The file of that number, `NULL` past the last; Swift sees no array of unknown length.
const struct identification_rules *identification_rules_at(size_t index);

#endif
