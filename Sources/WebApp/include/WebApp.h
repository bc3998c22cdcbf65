/// The web app's files, embedded in the program.
#ifndef WEBAPP_H
#define WEBAPP_H

#include <stddef.h>

/// One file of the app.
struct webapp_asset {
  /// Its path below the app's root, without a leading slash: `js/main.js`.
  const char *path;
  /// Its content.
  const unsigned char *bytes;
  /// How many bytes.
  size_t size;
};

/// Every file, in order of path.
extern const struct webapp_asset webapp_assets[];
/// How many files.
extern const size_t webapp_asset_count;

/// The file of that number, `NULL` past the last; Swift sees no array of unknown length.
static inline const struct webapp_asset *webapp_asset_at(size_t index) {
  return index < webapp_asset_count ? &webapp_assets[index] : NULL;
}

/// The API's OpenAPI document.
extern const struct webapp_asset webapp_openapi;

#endif
