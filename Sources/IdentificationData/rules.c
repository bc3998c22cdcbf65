#include "IdentificationData.h"

// `#embed` (C23) is known to clang 19 and later in every mode.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char printers[] = {
#embed "rules/printers.rules"
};

static const unsigned char network_gear[] = {
#embed "rules/network-gear.rules"
};

static const unsigned char network_models[] = {
#embed "rules/network-models.rules"
};

static const unsigned char network_traces[] = {
#embed "rules/network-traces.rules"
};

static const unsigned char telephones[] = {
#embed "rules/telephones.rules"
};

static const unsigned char cameras[] = {
#embed "rules/cameras.rules"
};

static const unsigned char smart_home[] = {
#embed "rules/smart-home.rules"
};

static const unsigned char smart_home_makers[] = {
#embed "rules/smart-home-makers.rules"
};

static const unsigned char smart_home_names[] = {
#embed "rules/smart-home-names.rules"
};

static const unsigned char audio_video[] = {
#embed "rules/audio-video.rules"
};

static const unsigned char storage[] = {
#embed "rules/storage.rules"
};

static const unsigned char computers[] = {
#embed "rules/computers.rules"
};

static const unsigned char power[] = {
#embed "rules/power.rules"
};

static const unsigned char enterprises[] = {
#embed "rules/enterprises.rules"
};

static const unsigned char makers[] = {
#embed "rules/makers.rules"
};

static const unsigned char datagrams[] = {
#embed "rules/datagrams.rules"
};

static const unsigned char icons[] = {
#embed "rules/icons.rules"
};

static const unsigned char interfaces[] = {
#embed "rules/interfaces.rules"
};

static const unsigned char system[] = {
#embed "rules/system.rules"
};

static const unsigned char services[] = {
#embed "rules/services.rules"
};

static const unsigned char announcements[] = {
#embed "rules/announcements.rules"
};

static const unsigned char attributes[] = {
#embed "rules/attributes.rules"
};

static const unsigned char ports[] = {
#embed "rules/ports.rules"
};

static const unsigned char names[] = {
#embed "rules/names.rules"
};

static const unsigned char apple_models[] = {
#embed "rules/apple-models.rules"
};

static const unsigned char energy[] = {
#embed "rules/energy.rules"
};

static const unsigned char programs[] = {
#embed "rules/programs.rules"
};

static const unsigned char printers_3d[] = {
#embed "rules/printers-3d.rules"
};

static const unsigned char set_top_boxes[] = {
#embed "rules/set-top-boxes.rules"
};

static const unsigned char integrations[] = {
#embed "rules/integrations.rules"
};

static const unsigned char sound[] = {
#embed "rules/sound.rules"
};

static const unsigned char gear[] = {
#embed "rules/gear.rules"
};

static const unsigned char telephony[] = {
#embed "rules/telephony.rules"
};

static const unsigned char words[] = {
#embed "rules/words.rules"
};

// A file that is added to rules/ is listed here. Where several rules find the model in one text, the
// first does.
static const struct identification_rules files[] = {
  {"printers.rules", {printers, sizeof printers}},
  {"network-gear.rules", {network_gear, sizeof network_gear}},
  {"network-models.rules", {network_models, sizeof network_models}},
  {"network-traces.rules", {network_traces, sizeof network_traces}},
  {"telephones.rules", {telephones, sizeof telephones}},
  {"cameras.rules", {cameras, sizeof cameras}},
  {"smart-home.rules", {smart_home, sizeof smart_home}},
  {"smart-home-makers.rules", {smart_home_makers, sizeof smart_home_makers}},
  {"smart-home-names.rules", {smart_home_names, sizeof smart_home_names}},
  {"audio-video.rules", {audio_video, sizeof audio_video}},
  {"storage.rules", {storage, sizeof storage}},
  {"computers.rules", {computers, sizeof computers}},
  {"power.rules", {power, sizeof power}},
  {"energy.rules", {energy, sizeof energy}},
  {"programs.rules", {programs, sizeof programs}},
  {"printers-3d.rules", {printers_3d, sizeof printers_3d}},
  {"set-top-boxes.rules", {set_top_boxes, sizeof set_top_boxes}},
  {"integrations.rules", {integrations, sizeof integrations}},
  {"sound.rules", {sound, sizeof sound}},
  {"gear.rules", {gear, sizeof gear}},
  {"telephony.rules", {telephony, sizeof telephony}},
  {"words.rules", {words, sizeof words}},
  {"enterprises.rules", {enterprises, sizeof enterprises}},
  {"makers.rules", {makers, sizeof makers}},
  {"datagrams.rules", {datagrams, sizeof datagrams}},
  {"icons.rules", {icons, sizeof icons}},
  {"interfaces.rules", {interfaces, sizeof interfaces}},
  {"system.rules", {system, sizeof system}},
  {"services.rules", {services, sizeof services}},
  {"announcements.rules", {announcements, sizeof announcements}},
  {"attributes.rules", {attributes, sizeof attributes}},
  {"ports.rules", {ports, sizeof ports}},
  {"names.rules", {names, sizeof names}},
  {"apple-models.rules", {apple_models, sizeof apple_models}},
};

const size_t identification_rules_count = sizeof files / sizeof *files;

const struct identification_rules *identification_rules_at(size_t index) {
  return index < identification_rules_count ? &files[index] : NULL;
}
