#include "WebApp.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char openapi_json[] = {
#embed "api/openapi.json"
};

const struct webapp_asset webapp_openapi = {"openapi.json", openapi_json, sizeof openapi_json};
