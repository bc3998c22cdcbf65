#include "WebApp.h"

// `#embed` (C23) is known to clang 19 and later in every mode.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char index_html[] = {
#embed "app/index.html"
};

const struct webapp_asset webapp_assets[] = {
  {"index.html", index_html, sizeof index_html},
};

const size_t webapp_asset_count = sizeof webapp_assets / sizeof *webapp_assets;
