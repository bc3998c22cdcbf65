#include "WebApp.h"

// Written by scripts/web-assets.py; a file that is added to app/ is listed by running it again.
// `#embed` (C23) is known to clang 19 and later in every mode.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char css_alerts_css[] = {
#embed "app/css/alerts.css"
};

static const unsigned char css_badge_css[] = {
#embed "app/css/badge.css"
};

static const unsigned char css_base_css[] = {
#embed "app/css/base.css"
};

static const unsigned char css_detail_css[] = {
#embed "app/css/detail.css"
};

static const unsigned char css_history_css[] = {
#embed "app/css/history.css"
};

static const unsigned char css_list_css[] = {
#embed "app/css/list.css"
};

static const unsigned char css_login_css[] = {
#embed "app/css/login.css"
};

static const unsigned char css_map_css[] = {
#embed "app/css/map.css"
};

static const unsigned char css_monitors_css[] = {
#embed "app/css/monitors.css"
};

static const unsigned char css_past_css[] = {
#embed "app/css/past.css"
};

static const unsigned char css_print_css[] = {
#embed "app/css/print.css"
};

static const unsigned char css_segments_css[] = {
#embed "app/css/segments.css"
};

static const unsigned char css_settings_css[] = {
#embed "app/css/settings.css"
};

static const unsigned char css_shell_css[] = {
#embed "app/css/shell.css"
};

static const unsigned char css_status_css[] = {
#embed "app/css/status.css"
};

static const unsigned char css_timeline_css[] = {
#embed "app/css/timeline.css"
};

static const unsigned char css_tokens_css[] = {
#embed "app/css/tokens.css"
};

static const unsigned char css_tools_css[] = {
#embed "app/css/tools.css"
};

static const unsigned char icons_icon_192_png[] = {
#embed "app/icons/icon-192.png"
};

static const unsigned char icons_icon_512_png[] = {
#embed "app/icons/icon-512.png"
};

static const unsigned char icons_icon_maskable_512_png[] = {
#embed "app/icons/icon-maskable-512.png"
};

static const unsigned char icons_icon_svg[] = {
#embed "app/icons/icon.svg"
};

static const unsigned char index_html[] = {
#embed "app/index.html"
};

static const unsigned char js_actions_js[] = {
#embed "app/js/actions.js"
};

static const unsigned char js_alerts_book_js[] = {
#embed "app/js/alerts/book.js"
};

static const unsigned char js_alerts_channel_fields_js[] = {
#embed "app/js/alerts/channel-fields.js"
};

static const unsigned char js_alerts_channel_form_js[] = {
#embed "app/js/alerts/channel-form.js"
};

static const unsigned char js_alerts_channels_view_js[] = {
#embed "app/js/alerts/channels-view.js"
};

static const unsigned char js_alerts_history_view_js[] = {
#embed "app/js/alerts/history-view.js"
};

static const unsigned char js_alerts_history_js[] = {
#embed "app/js/alerts/history.js"
};

static const unsigned char js_alerts_hours_js[] = {
#embed "app/js/alerts/hours.js"
};

static const unsigned char js_alerts_mutes_view_js[] = {
#embed "app/js/alerts/mutes-view.js"
};

static const unsigned char js_alerts_notifying_js[] = {
#embed "app/js/alerts/notifying.js"
};

static const unsigned char js_alerts_open_page_js[] = {
#embed "app/js/alerts/open-page.js"
};

static const unsigned char js_alerts_page_card_js[] = {
#embed "app/js/alerts/page-card.js"
};

static const unsigned char js_alerts_parts_js[] = {
#embed "app/js/alerts/parts.js"
};

static const unsigned char js_alerts_requests_js[] = {
#embed "app/js/alerts/requests.js"
};

static const unsigned char js_alerts_rule_fields_js[] = {
#embed "app/js/alerts/rule-fields.js"
};

static const unsigned char js_alerts_rule_form_js[] = {
#embed "app/js/alerts/rule-form.js"
};

static const unsigned char js_alerts_rules_view_js[] = {
#embed "app/js/alerts/rules-view.js"
};

static const unsigned char js_alerts_view_js[] = {
#embed "app/js/alerts/view.js"
};

static const unsigned char js_alerts_words_js[] = {
#embed "app/js/alerts/words.js"
};

static const unsigned char js_card_js[] = {
#embed "app/js/card.js"
};

static const unsigned char js_confirm_js[] = {
#embed "app/js/confirm.js"
};

static const unsigned char js_detail_draft_field_js[] = {
#embed "app/js/detail/draft-field.js"
};

static const unsigned char js_detail_facts_js[] = {
#embed "app/js/detail/facts.js"
};

static const unsigned char js_detail_head_js[] = {
#embed "app/js/detail/head.js"
};

static const unsigned char js_detail_marks_js[] = {
#embed "app/js/detail/marks.js"
};

static const unsigned char js_detail_services_js[] = {
#embed "app/js/detail/services.js"
};

static const unsigned char js_detail_sheet_js[] = {
#embed "app/js/detail/sheet.js"
};

static const unsigned char js_detail_snap_js[] = {
#embed "app/js/detail/snap.js"
};

static const unsigned char js_detail_view_js[] = {
#embed "app/js/detail/view.js"
};

static const unsigned char js_detail_why_js[] = {
#embed "app/js/detail/why.js"
};

static const unsigned char js_disc_js[] = {
#embed "app/js/disc.js"
};

static const unsigned char js_dom_js[] = {
#embed "app/js/dom.js"
};

static const unsigned char js_early_js[] = {
#embed "app/js/early.js"
};

static const unsigned char js_history_changes_view_js[] = {
#embed "app/js/history/changes-view.js"
};

static const unsigned char js_history_changes_js[] = {
#embed "app/js/history/changes.js"
};

static const unsigned char js_history_chart_js[] = {
#embed "app/js/history/chart.js"
};

static const unsigned char js_history_device_view_js[] = {
#embed "app/js/history/device-view.js"
};

static const unsigned char js_history_feed_js[] = {
#embed "app/js/history/feed.js"
};

static const unsigned char js_history_hours_view_js[] = {
#embed "app/js/history/hours-view.js"
};

static const unsigned char js_history_hours_js[] = {
#embed "app/js/history/hours.js"
};

static const unsigned char js_history_identity_js[] = {
#embed "app/js/history/identity.js"
};

static const unsigned char js_history_in_view_js[] = {
#embed "app/js/history/in-view.js"
};

static const unsigned char js_history_intervals_js[] = {
#embed "app/js/history/intervals.js"
};

static const unsigned char js_history_keeping_js[] = {
#embed "app/js/history/keeping.js"
};

static const unsigned char js_history_moment_js[] = {
#embed "app/js/history/moment.js"
};

static const unsigned char js_history_moments_js[] = {
#embed "app/js/history/moments.js"
};

static const unsigned char js_history_past_view_js[] = {
#embed "app/js/history/past-view.js"
};

static const unsigned char js_history_points_js[] = {
#embed "app/js/history/points.js"
};

static const unsigned char js_history_presence_bar_js[] = {
#embed "app/js/history/presence-bar.js"
};

static const unsigned char js_history_recognised_js[] = {
#embed "app/js/history/recognised.js"
};

static const unsigned char js_history_requests_js[] = {
#embed "app/js/history/requests.js"
};

static const unsigned char js_history_rows_js[] = {
#embed "app/js/history/rows.js"
};

static const unsigned char js_history_scrub_js[] = {
#embed "app/js/history/scrub.js"
};

static const unsigned char js_history_segments_js[] = {
#embed "app/js/history/segments.js"
};

static const unsigned char js_history_splitting_js[] = {
#embed "app/js/history/splitting.js"
};

static const unsigned char js_history_timeline_js[] = {
#embed "app/js/history/timeline.js"
};

static const unsigned char js_history_undoing_js[] = {
#embed "app/js/history/undoing.js"
};

static const unsigned char js_history_words_js[] = {
#embed "app/js/history/words.js"
};

static const unsigned char js_i18n_clock_js[] = {
#embed "app/js/i18n/clock.js"
};

static const unsigned char js_i18n_de_js[] = {
#embed "app/js/i18n/de.js"
};

static const unsigned char js_i18n_de_alerts_js[] = {
#embed "app/js/i18n/de/alerts.js"
};

static const unsigned char js_i18n_de_history_js[] = {
#embed "app/js/i18n/de/history.js"
};

static const unsigned char js_i18n_de_monitors_js[] = {
#embed "app/js/i18n/de/monitors.js"
};

static const unsigned char js_i18n_de_said_monitors_js[] = {
#embed "app/js/i18n/de/said-monitors.js"
};

static const unsigned char js_i18n_de_said_js[] = {
#embed "app/js/i18n/de/said.js"
};

static const unsigned char js_i18n_de_tools_js[] = {
#embed "app/js/i18n/de/tools.js"
};

static const unsigned char js_i18n_en_js[] = {
#embed "app/js/i18n/en.js"
};

static const unsigned char js_i18n_en_alerts_js[] = {
#embed "app/js/i18n/en/alerts.js"
};

static const unsigned char js_i18n_en_history_js[] = {
#embed "app/js/i18n/en/history.js"
};

static const unsigned char js_i18n_en_login_js[] = {
#embed "app/js/i18n/en/login.js"
};

static const unsigned char js_i18n_en_monitors_js[] = {
#embed "app/js/i18n/en/monitors.js"
};

static const unsigned char js_i18n_en_settings_js[] = {
#embed "app/js/i18n/en/settings.js"
};

static const unsigned char js_i18n_en_tools_js[] = {
#embed "app/js/i18n/en/tools.js"
};

static const unsigned char js_i18n_en_why_js[] = {
#embed "app/js/i18n/en/why.js"
};

static const unsigned char js_i18n_i18n_js[] = {
#embed "app/js/i18n/i18n.js"
};

static const unsigned char js_i18n_phrases_js[] = {
#embed "app/js/i18n/phrases.js"
};

static const unsigned char js_icons_js[] = {
#embed "app/js/icons.js"
};

static const unsigned char js_list_controls_js[] = {
#embed "app/js/list/controls.js"
};

static const unsigned char js_list_gathered_js[] = {
#embed "app/js/list/gathered.js"
};

static const unsigned char js_list_row_js[] = {
#embed "app/js/list/row.js"
};

static const unsigned char js_list_view_js[] = {
#embed "app/js/list/view.js"
};

static const unsigned char js_list_window_js[] = {
#embed "app/js/list/window.js"
};

static const unsigned char js_login_js[] = {
#embed "app/js/login.js"
};

static const unsigned char js_main_js[] = {
#embed "app/js/main.js"
};

static const unsigned char js_map_actors_js[] = {
#embed "app/js/map/actors.js"
};

static const unsigned char js_map_camera_js[] = {
#embed "app/js/map/camera.js"
};

static const unsigned char js_map_elements_js[] = {
#embed "app/js/map/elements.js"
};

static const unsigned char js_map_frames_js[] = {
#embed "app/js/map/frames.js"
};

static const unsigned char js_map_gestures_js[] = {
#embed "app/js/map/gestures.js"
};

static const unsigned char js_map_keyboard_js[] = {
#embed "app/js/map/keyboard.js"
};

static const unsigned char js_map_labelling_js[] = {
#embed "app/js/map/labelling.js"
};

static const unsigned char js_map_labels_js[] = {
#embed "app/js/map/labels.js"
};

static const unsigned char js_map_lanes_js[] = {
#embed "app/js/map/lanes.js"
};

static const unsigned char js_map_layout_js[] = {
#embed "app/js/map/layout.js"
};

static const unsigned char js_map_links_js[] = {
#embed "app/js/map/links.js"
};

static const unsigned char js_map_measure_js[] = {
#embed "app/js/map/measure.js"
};

static const unsigned char js_map_motion_js[] = {
#embed "app/js/map/motion.js"
};

static const unsigned char js_map_neighbours_js[] = {
#embed "app/js/map/neighbours.js"
};

static const unsigned char js_map_node_js[] = {
#embed "app/js/map/node.js"
};

static const unsigned char js_map_population_js[] = {
#embed "app/js/map/population.js"
};

static const unsigned char js_map_scene_js[] = {
#embed "app/js/map/scene.js"
};

static const unsigned char js_map_sectors_js[] = {
#embed "app/js/map/sectors.js"
};

static const unsigned char js_map_sizes_js[] = {
#embed "app/js/map/sizes.js"
};

static const unsigned char js_map_stage_js[] = {
#embed "app/js/map/stage.js"
};

static const unsigned char js_map_text_js[] = {
#embed "app/js/map/text.js"
};

static const unsigned char js_map_view_js[] = {
#embed "app/js/map/view.js"
};

static const unsigned char js_map_viewport_js[] = {
#embed "app/js/map/viewport.js"
};

static const unsigned char js_model_api_js[] = {
#embed "app/js/model/api.js"
};

static const unsigned char js_model_changes_js[] = {
#embed "app/js/model/changes.js"
};

static const unsigned char js_model_device_js[] = {
#embed "app/js/model/device.js"
};

static const unsigned char js_model_events_js[] = {
#embed "app/js/model/events.js"
};

static const unsigned char js_model_failures_js[] = {
#embed "app/js/model/failures.js"
};

static const unsigned char js_model_preferences_js[] = {
#embed "app/js/model/preferences.js"
};

static const unsigned char js_model_problems_js[] = {
#embed "app/js/model/problems.js"
};

static const unsigned char js_model_router_js[] = {
#embed "app/js/model/router.js"
};

static const unsigned char js_model_search_js[] = {
#embed "app/js/model/search.js"
};

static const unsigned char js_model_sse_js[] = {
#embed "app/js/model/sse.js"
};

static const unsigned char js_model_store_js[] = {
#embed "app/js/model/store.js"
};

static const unsigned char js_model_unsaved_js[] = {
#embed "app/js/model/unsaved.js"
};

static const unsigned char js_model_web_js[] = {
#embed "app/js/model/web.js"
};

static const unsigned char js_monitors_asking_js[] = {
#embed "app/js/monitors/asking.js"
};

static const unsigned char js_monitors_badge_js[] = {
#embed "app/js/monitors/badge.js"
};

static const unsigned char js_monitors_bars_view_js[] = {
#embed "app/js/monitors/bars-view.js"
};

static const unsigned char js_monitors_bars_js[] = {
#embed "app/js/monitors/bars.js"
};

static const unsigned char js_monitors_choices_js[] = {
#embed "app/js/monitors/choices.js"
};

static const unsigned char js_monitors_detail_view_js[] = {
#embed "app/js/monitors/detail-view.js"
};

static const unsigned char js_monitors_draft_js[] = {
#embed "app/js/monitors/draft.js"
};

static const unsigned char js_monitors_feed_js[] = {
#embed "app/js/monitors/feed.js"
};

static const unsigned char js_monitors_form_view_js[] = {
#embed "app/js/monitors/form-view.js"
};

static const unsigned char js_monitors_hash_js[] = {
#embed "app/js/monitors/hash.js"
};

static const unsigned char js_monitors_headers_view_js[] = {
#embed "app/js/monitors/headers-view.js"
};

static const unsigned char js_monitors_headers_js[] = {
#embed "app/js/monitors/headers.js"
};

static const unsigned char js_monitors_incidents_js[] = {
#embed "app/js/monitors/incidents.js"
};

static const unsigned char js_monitors_list_view_js[] = {
#embed "app/js/monitors/list-view.js"
};

static const unsigned char js_monitors_listing_js[] = {
#embed "app/js/monitors/listing.js"
};

static const unsigned char js_monitors_live_js[] = {
#embed "app/js/monitors/live.js"
};

static const unsigned char js_monitors_parents_view_js[] = {
#embed "app/js/monitors/parents-view.js"
};

static const unsigned char js_monitors_parents_js[] = {
#embed "app/js/monitors/parents.js"
};

static const unsigned char js_monitors_past_card_js[] = {
#embed "app/js/monitors/past-card.js"
};

static const unsigned char js_monitors_places_js[] = {
#embed "app/js/monitors/places.js"
};

static const unsigned char js_monitors_refusal_js[] = {
#embed "app/js/monitors/refusal.js"
};

static const unsigned char js_monitors_requests_js[] = {
#embed "app/js/monitors/requests.js"
};

static const unsigned char js_monitors_result_js[] = {
#embed "app/js/monitors/result.js"
};

static const unsigned char js_monitors_settings_card_js[] = {
#embed "app/js/monitors/settings-card.js"
};

static const unsigned char js_monitors_smoke_view_js[] = {
#embed "app/js/monitors/smoke-view.js"
};

static const unsigned char js_monitors_smoke_js[] = {
#embed "app/js/monitors/smoke.js"
};

static const unsigned char js_monitors_states_js[] = {
#embed "app/js/monitors/states.js"
};

static const unsigned char js_monitors_suggestions_js[] = {
#embed "app/js/monitors/suggestions.js"
};

static const unsigned char js_monitors_view_js[] = {
#embed "app/js/monitors/view.js"
};

static const unsigned char js_monitors_watch_view_js[] = {
#embed "app/js/monitors/watch-view.js"
};

static const unsigned char js_monitors_windows_view_js[] = {
#embed "app/js/monitors/windows-view.js"
};

static const unsigned char js_monitors_windows_js[] = {
#embed "app/js/monitors/windows.js"
};

static const unsigned char js_monitors_words_js[] = {
#embed "app/js/monitors/words.js"
};

static const unsigned char js_settings_actions_js[] = {
#embed "app/js/settings/actions.js"
};

static const unsigned char js_settings_forget_js[] = {
#embed "app/js/settings/forget.js"
};

static const unsigned char js_settings_view_js[] = {
#embed "app/js/settings/view.js"
};

static const unsigned char js_settings_watch_js[] = {
#embed "app/js/settings/watch.js"
};

static const unsigned char js_shell_announce_js[] = {
#embed "app/js/shell/announce.js"
};

static const unsigned char js_shell_empty_js[] = {
#embed "app/js/shell/empty.js"
};

static const unsigned char js_shell_layout_js[] = {
#embed "app/js/shell/layout.js"
};

static const unsigned char js_shell_load_later_js[] = {
#embed "app/js/shell/load-later.js"
};

static const unsigned char js_shell_notices_js[] = {
#embed "app/js/shell/notices.js"
};

static const unsigned char js_shell_print_js[] = {
#embed "app/js/shell/print.js"
};

static const unsigned char js_shell_screens_js[] = {
#embed "app/js/shell/screens.js"
};

static const unsigned char js_shell_summary_js[] = {
#embed "app/js/shell/summary.js"
};

static const unsigned char js_shell_symbols_js[] = {
#embed "app/js/shell/symbols.js"
};

static const unsigned char js_tools_catalogue_js[] = {
#embed "app/js/tools/catalogue.js"
};

static const unsigned char js_tools_cert_fold_js[] = {
#embed "app/js/tools/cert-fold.js"
};

static const unsigned char js_tools_cert_view_js[] = {
#embed "app/js/tools/cert-view.js"
};

static const unsigned char js_tools_diagnose_view_js[] = {
#embed "app/js/tools/diagnose-view.js"
};

static const unsigned char js_tools_diagnose_words_js[] = {
#embed "app/js/tools/diagnose-words.js"
};

static const unsigned char js_tools_fields_js[] = {
#embed "app/js/tools/fields.js"
};

static const unsigned char js_tools_form_js[] = {
#embed "app/js/tools/form.js"
};

static const unsigned char js_tools_generic_rows_js[] = {
#embed "app/js/tools/generic-rows.js"
};

static const unsigned char js_tools_generic_view_js[] = {
#embed "app/js/tools/generic-view.js"
};

static const unsigned char js_tools_page_js[] = {
#embed "app/js/tools/page.js"
};

static const unsigned char js_tools_parts_js[] = {
#embed "app/js/tools/parts.js"
};

static const unsigned char js_tools_ping_fold_js[] = {
#embed "app/js/tools/ping-fold.js"
};

static const unsigned char js_tools_ping_view_js[] = {
#embed "app/js/tools/ping-view.js"
};

static const unsigned char js_tools_ports_fold_js[] = {
#embed "app/js/tools/ports-fold.js"
};

static const unsigned char js_tools_ports_view_js[] = {
#embed "app/js/tools/ports-view.js"
};

static const unsigned char js_tools_registry_view_js[] = {
#embed "app/js/tools/registry-view.js"
};

static const unsigned char js_tools_report_view_js[] = {
#embed "app/js/tools/report-view.js"
};

static const unsigned char js_tools_stream_js[] = {
#embed "app/js/tools/stream.js"
};

static const unsigned char js_tools_trace_fold_js[] = {
#embed "app/js/tools/trace-fold.js"
};

static const unsigned char js_tools_trace_view_js[] = {
#embed "app/js/tools/trace-view.js"
};

static const unsigned char js_tools_view_js[] = {
#embed "app/js/tools/view.js"
};

static const unsigned char login_html[] = {
#embed "app/login.html"
};

static const unsigned char manifest_webmanifest[] = {
#embed "app/manifest.webmanifest"
};

const struct webapp_asset webapp_assets[] = {
  {"css/alerts.css", css_alerts_css, sizeof css_alerts_css},
  {"css/badge.css", css_badge_css, sizeof css_badge_css},
  {"css/base.css", css_base_css, sizeof css_base_css},
  {"css/detail.css", css_detail_css, sizeof css_detail_css},
  {"css/history.css", css_history_css, sizeof css_history_css},
  {"css/list.css", css_list_css, sizeof css_list_css},
  {"css/login.css", css_login_css, sizeof css_login_css},
  {"css/map.css", css_map_css, sizeof css_map_css},
  {"css/monitors.css", css_monitors_css, sizeof css_monitors_css},
  {"css/past.css", css_past_css, sizeof css_past_css},
  {"css/print.css", css_print_css, sizeof css_print_css},
  {"css/segments.css", css_segments_css, sizeof css_segments_css},
  {"css/settings.css", css_settings_css, sizeof css_settings_css},
  {"css/shell.css", css_shell_css, sizeof css_shell_css},
  {"css/status.css", css_status_css, sizeof css_status_css},
  {"css/timeline.css", css_timeline_css, sizeof css_timeline_css},
  {"css/tokens.css", css_tokens_css, sizeof css_tokens_css},
  {"css/tools.css", css_tools_css, sizeof css_tools_css},
  {"icons/icon-192.png", icons_icon_192_png, sizeof icons_icon_192_png},
  {"icons/icon-512.png", icons_icon_512_png, sizeof icons_icon_512_png},
  {"icons/icon-maskable-512.png", icons_icon_maskable_512_png, sizeof icons_icon_maskable_512_png},
  {"icons/icon.svg", icons_icon_svg, sizeof icons_icon_svg},
  {"index.html", index_html, sizeof index_html},
  {"js/actions.js", js_actions_js, sizeof js_actions_js},
  {"js/alerts/book.js", js_alerts_book_js, sizeof js_alerts_book_js},
  {"js/alerts/channel-fields.js", js_alerts_channel_fields_js, sizeof js_alerts_channel_fields_js},
  {"js/alerts/channel-form.js", js_alerts_channel_form_js, sizeof js_alerts_channel_form_js},
  {"js/alerts/channels-view.js", js_alerts_channels_view_js, sizeof js_alerts_channels_view_js},
  {"js/alerts/history-view.js", js_alerts_history_view_js, sizeof js_alerts_history_view_js},
  {"js/alerts/history.js", js_alerts_history_js, sizeof js_alerts_history_js},
  {"js/alerts/hours.js", js_alerts_hours_js, sizeof js_alerts_hours_js},
  {"js/alerts/mutes-view.js", js_alerts_mutes_view_js, sizeof js_alerts_mutes_view_js},
  {"js/alerts/notifying.js", js_alerts_notifying_js, sizeof js_alerts_notifying_js},
  {"js/alerts/open-page.js", js_alerts_open_page_js, sizeof js_alerts_open_page_js},
  {"js/alerts/page-card.js", js_alerts_page_card_js, sizeof js_alerts_page_card_js},
  {"js/alerts/parts.js", js_alerts_parts_js, sizeof js_alerts_parts_js},
  {"js/alerts/requests.js", js_alerts_requests_js, sizeof js_alerts_requests_js},
  {"js/alerts/rule-fields.js", js_alerts_rule_fields_js, sizeof js_alerts_rule_fields_js},
  {"js/alerts/rule-form.js", js_alerts_rule_form_js, sizeof js_alerts_rule_form_js},
  {"js/alerts/rules-view.js", js_alerts_rules_view_js, sizeof js_alerts_rules_view_js},
  {"js/alerts/view.js", js_alerts_view_js, sizeof js_alerts_view_js},
  {"js/alerts/words.js", js_alerts_words_js, sizeof js_alerts_words_js},
  {"js/card.js", js_card_js, sizeof js_card_js},
  {"js/confirm.js", js_confirm_js, sizeof js_confirm_js},
  {"js/detail/draft-field.js", js_detail_draft_field_js, sizeof js_detail_draft_field_js},
  {"js/detail/facts.js", js_detail_facts_js, sizeof js_detail_facts_js},
  {"js/detail/head.js", js_detail_head_js, sizeof js_detail_head_js},
  {"js/detail/marks.js", js_detail_marks_js, sizeof js_detail_marks_js},
  {"js/detail/services.js", js_detail_services_js, sizeof js_detail_services_js},
  {"js/detail/sheet.js", js_detail_sheet_js, sizeof js_detail_sheet_js},
  {"js/detail/snap.js", js_detail_snap_js, sizeof js_detail_snap_js},
  {"js/detail/view.js", js_detail_view_js, sizeof js_detail_view_js},
  {"js/detail/why.js", js_detail_why_js, sizeof js_detail_why_js},
  {"js/disc.js", js_disc_js, sizeof js_disc_js},
  {"js/dom.js", js_dom_js, sizeof js_dom_js},
  {"js/early.js", js_early_js, sizeof js_early_js},
  {"js/history/changes-view.js", js_history_changes_view_js, sizeof js_history_changes_view_js},
  {"js/history/changes.js", js_history_changes_js, sizeof js_history_changes_js},
  {"js/history/chart.js", js_history_chart_js, sizeof js_history_chart_js},
  {"js/history/device-view.js", js_history_device_view_js, sizeof js_history_device_view_js},
  {"js/history/feed.js", js_history_feed_js, sizeof js_history_feed_js},
  {"js/history/hours-view.js", js_history_hours_view_js, sizeof js_history_hours_view_js},
  {"js/history/hours.js", js_history_hours_js, sizeof js_history_hours_js},
  {"js/history/identity.js", js_history_identity_js, sizeof js_history_identity_js},
  {"js/history/in-view.js", js_history_in_view_js, sizeof js_history_in_view_js},
  {"js/history/intervals.js", js_history_intervals_js, sizeof js_history_intervals_js},
  {"js/history/keeping.js", js_history_keeping_js, sizeof js_history_keeping_js},
  {"js/history/moment.js", js_history_moment_js, sizeof js_history_moment_js},
  {"js/history/moments.js", js_history_moments_js, sizeof js_history_moments_js},
  {"js/history/past-view.js", js_history_past_view_js, sizeof js_history_past_view_js},
  {"js/history/points.js", js_history_points_js, sizeof js_history_points_js},
  {"js/history/presence-bar.js", js_history_presence_bar_js, sizeof js_history_presence_bar_js},
  {"js/history/recognised.js", js_history_recognised_js, sizeof js_history_recognised_js},
  {"js/history/requests.js", js_history_requests_js, sizeof js_history_requests_js},
  {"js/history/rows.js", js_history_rows_js, sizeof js_history_rows_js},
  {"js/history/scrub.js", js_history_scrub_js, sizeof js_history_scrub_js},
  {"js/history/segments.js", js_history_segments_js, sizeof js_history_segments_js},
  {"js/history/splitting.js", js_history_splitting_js, sizeof js_history_splitting_js},
  {"js/history/timeline.js", js_history_timeline_js, sizeof js_history_timeline_js},
  {"js/history/undoing.js", js_history_undoing_js, sizeof js_history_undoing_js},
  {"js/history/words.js", js_history_words_js, sizeof js_history_words_js},
  {"js/i18n/clock.js", js_i18n_clock_js, sizeof js_i18n_clock_js},
  {"js/i18n/de.js", js_i18n_de_js, sizeof js_i18n_de_js},
  {"js/i18n/de/alerts.js", js_i18n_de_alerts_js, sizeof js_i18n_de_alerts_js},
  {"js/i18n/de/history.js", js_i18n_de_history_js, sizeof js_i18n_de_history_js},
  {"js/i18n/de/monitors.js", js_i18n_de_monitors_js, sizeof js_i18n_de_monitors_js},
  {"js/i18n/de/said-monitors.js", js_i18n_de_said_monitors_js, sizeof js_i18n_de_said_monitors_js},
  {"js/i18n/de/said.js", js_i18n_de_said_js, sizeof js_i18n_de_said_js},
  {"js/i18n/de/tools.js", js_i18n_de_tools_js, sizeof js_i18n_de_tools_js},
  {"js/i18n/en.js", js_i18n_en_js, sizeof js_i18n_en_js},
  {"js/i18n/en/alerts.js", js_i18n_en_alerts_js, sizeof js_i18n_en_alerts_js},
  {"js/i18n/en/history.js", js_i18n_en_history_js, sizeof js_i18n_en_history_js},
  {"js/i18n/en/login.js", js_i18n_en_login_js, sizeof js_i18n_en_login_js},
  {"js/i18n/en/monitors.js", js_i18n_en_monitors_js, sizeof js_i18n_en_monitors_js},
  {"js/i18n/en/settings.js", js_i18n_en_settings_js, sizeof js_i18n_en_settings_js},
  {"js/i18n/en/tools.js", js_i18n_en_tools_js, sizeof js_i18n_en_tools_js},
  {"js/i18n/en/why.js", js_i18n_en_why_js, sizeof js_i18n_en_why_js},
  {"js/i18n/i18n.js", js_i18n_i18n_js, sizeof js_i18n_i18n_js},
  {"js/i18n/phrases.js", js_i18n_phrases_js, sizeof js_i18n_phrases_js},
  {"js/icons.js", js_icons_js, sizeof js_icons_js},
  {"js/list/controls.js", js_list_controls_js, sizeof js_list_controls_js},
  {"js/list/gathered.js", js_list_gathered_js, sizeof js_list_gathered_js},
  {"js/list/row.js", js_list_row_js, sizeof js_list_row_js},
  {"js/list/view.js", js_list_view_js, sizeof js_list_view_js},
  {"js/list/window.js", js_list_window_js, sizeof js_list_window_js},
  {"js/login.js", js_login_js, sizeof js_login_js},
  {"js/main.js", js_main_js, sizeof js_main_js},
  {"js/map/actors.js", js_map_actors_js, sizeof js_map_actors_js},
  {"js/map/camera.js", js_map_camera_js, sizeof js_map_camera_js},
  {"js/map/elements.js", js_map_elements_js, sizeof js_map_elements_js},
  {"js/map/frames.js", js_map_frames_js, sizeof js_map_frames_js},
  {"js/map/gestures.js", js_map_gestures_js, sizeof js_map_gestures_js},
  {"js/map/keyboard.js", js_map_keyboard_js, sizeof js_map_keyboard_js},
  {"js/map/labelling.js", js_map_labelling_js, sizeof js_map_labelling_js},
  {"js/map/labels.js", js_map_labels_js, sizeof js_map_labels_js},
  {"js/map/lanes.js", js_map_lanes_js, sizeof js_map_lanes_js},
  {"js/map/layout.js", js_map_layout_js, sizeof js_map_layout_js},
  {"js/map/links.js", js_map_links_js, sizeof js_map_links_js},
  {"js/map/measure.js", js_map_measure_js, sizeof js_map_measure_js},
  {"js/map/motion.js", js_map_motion_js, sizeof js_map_motion_js},
  {"js/map/neighbours.js", js_map_neighbours_js, sizeof js_map_neighbours_js},
  {"js/map/node.js", js_map_node_js, sizeof js_map_node_js},
  {"js/map/population.js", js_map_population_js, sizeof js_map_population_js},
  {"js/map/scene.js", js_map_scene_js, sizeof js_map_scene_js},
  {"js/map/sectors.js", js_map_sectors_js, sizeof js_map_sectors_js},
  {"js/map/sizes.js", js_map_sizes_js, sizeof js_map_sizes_js},
  {"js/map/stage.js", js_map_stage_js, sizeof js_map_stage_js},
  {"js/map/text.js", js_map_text_js, sizeof js_map_text_js},
  {"js/map/view.js", js_map_view_js, sizeof js_map_view_js},
  {"js/map/viewport.js", js_map_viewport_js, sizeof js_map_viewport_js},
  {"js/model/api.js", js_model_api_js, sizeof js_model_api_js},
  {"js/model/changes.js", js_model_changes_js, sizeof js_model_changes_js},
  {"js/model/device.js", js_model_device_js, sizeof js_model_device_js},
  {"js/model/events.js", js_model_events_js, sizeof js_model_events_js},
  {"js/model/failures.js", js_model_failures_js, sizeof js_model_failures_js},
  {"js/model/preferences.js", js_model_preferences_js, sizeof js_model_preferences_js},
  {"js/model/problems.js", js_model_problems_js, sizeof js_model_problems_js},
  {"js/model/router.js", js_model_router_js, sizeof js_model_router_js},
  {"js/model/search.js", js_model_search_js, sizeof js_model_search_js},
  {"js/model/sse.js", js_model_sse_js, sizeof js_model_sse_js},
  {"js/model/store.js", js_model_store_js, sizeof js_model_store_js},
  {"js/model/unsaved.js", js_model_unsaved_js, sizeof js_model_unsaved_js},
  {"js/model/web.js", js_model_web_js, sizeof js_model_web_js},
  {"js/monitors/asking.js", js_monitors_asking_js, sizeof js_monitors_asking_js},
  {"js/monitors/badge.js", js_monitors_badge_js, sizeof js_monitors_badge_js},
  {"js/monitors/bars-view.js", js_monitors_bars_view_js, sizeof js_monitors_bars_view_js},
  {"js/monitors/bars.js", js_monitors_bars_js, sizeof js_monitors_bars_js},
  {"js/monitors/choices.js", js_monitors_choices_js, sizeof js_monitors_choices_js},
  {"js/monitors/detail-view.js", js_monitors_detail_view_js, sizeof js_monitors_detail_view_js},
  {"js/monitors/draft.js", js_monitors_draft_js, sizeof js_monitors_draft_js},
  {"js/monitors/feed.js", js_monitors_feed_js, sizeof js_monitors_feed_js},
  {"js/monitors/form-view.js", js_monitors_form_view_js, sizeof js_monitors_form_view_js},
  {"js/monitors/hash.js", js_monitors_hash_js, sizeof js_monitors_hash_js},
  {"js/monitors/headers-view.js", js_monitors_headers_view_js, sizeof js_monitors_headers_view_js},
  {"js/monitors/headers.js", js_monitors_headers_js, sizeof js_monitors_headers_js},
  {"js/monitors/incidents.js", js_monitors_incidents_js, sizeof js_monitors_incidents_js},
  {"js/monitors/list-view.js", js_monitors_list_view_js, sizeof js_monitors_list_view_js},
  {"js/monitors/listing.js", js_monitors_listing_js, sizeof js_monitors_listing_js},
  {"js/monitors/live.js", js_monitors_live_js, sizeof js_monitors_live_js},
  {"js/monitors/parents-view.js", js_monitors_parents_view_js, sizeof js_monitors_parents_view_js},
  {"js/monitors/parents.js", js_monitors_parents_js, sizeof js_monitors_parents_js},
  {"js/monitors/past-card.js", js_monitors_past_card_js, sizeof js_monitors_past_card_js},
  {"js/monitors/places.js", js_monitors_places_js, sizeof js_monitors_places_js},
  {"js/monitors/refusal.js", js_monitors_refusal_js, sizeof js_monitors_refusal_js},
  {"js/monitors/requests.js", js_monitors_requests_js, sizeof js_monitors_requests_js},
  {"js/monitors/result.js", js_monitors_result_js, sizeof js_monitors_result_js},
  {"js/monitors/settings-card.js", js_monitors_settings_card_js, sizeof js_monitors_settings_card_js},
  {"js/monitors/smoke-view.js", js_monitors_smoke_view_js, sizeof js_monitors_smoke_view_js},
  {"js/monitors/smoke.js", js_monitors_smoke_js, sizeof js_monitors_smoke_js},
  {"js/monitors/states.js", js_monitors_states_js, sizeof js_monitors_states_js},
  {"js/monitors/suggestions.js", js_monitors_suggestions_js, sizeof js_monitors_suggestions_js},
  {"js/monitors/view.js", js_monitors_view_js, sizeof js_monitors_view_js},
  {"js/monitors/watch-view.js", js_monitors_watch_view_js, sizeof js_monitors_watch_view_js},
  {"js/monitors/windows-view.js", js_monitors_windows_view_js, sizeof js_monitors_windows_view_js},
  {"js/monitors/windows.js", js_monitors_windows_js, sizeof js_monitors_windows_js},
  {"js/monitors/words.js", js_monitors_words_js, sizeof js_monitors_words_js},
  {"js/settings/actions.js", js_settings_actions_js, sizeof js_settings_actions_js},
  {"js/settings/forget.js", js_settings_forget_js, sizeof js_settings_forget_js},
  {"js/settings/view.js", js_settings_view_js, sizeof js_settings_view_js},
  {"js/settings/watch.js", js_settings_watch_js, sizeof js_settings_watch_js},
  {"js/shell/announce.js", js_shell_announce_js, sizeof js_shell_announce_js},
  {"js/shell/empty.js", js_shell_empty_js, sizeof js_shell_empty_js},
  {"js/shell/layout.js", js_shell_layout_js, sizeof js_shell_layout_js},
  {"js/shell/load-later.js", js_shell_load_later_js, sizeof js_shell_load_later_js},
  {"js/shell/notices.js", js_shell_notices_js, sizeof js_shell_notices_js},
  {"js/shell/print.js", js_shell_print_js, sizeof js_shell_print_js},
  {"js/shell/screens.js", js_shell_screens_js, sizeof js_shell_screens_js},
  {"js/shell/summary.js", js_shell_summary_js, sizeof js_shell_summary_js},
  {"js/shell/symbols.js", js_shell_symbols_js, sizeof js_shell_symbols_js},
  {"js/tools/catalogue.js", js_tools_catalogue_js, sizeof js_tools_catalogue_js},
  {"js/tools/cert-fold.js", js_tools_cert_fold_js, sizeof js_tools_cert_fold_js},
  {"js/tools/cert-view.js", js_tools_cert_view_js, sizeof js_tools_cert_view_js},
  {"js/tools/diagnose-view.js", js_tools_diagnose_view_js, sizeof js_tools_diagnose_view_js},
  {"js/tools/diagnose-words.js", js_tools_diagnose_words_js, sizeof js_tools_diagnose_words_js},
  {"js/tools/fields.js", js_tools_fields_js, sizeof js_tools_fields_js},
  {"js/tools/form.js", js_tools_form_js, sizeof js_tools_form_js},
  {"js/tools/generic-rows.js", js_tools_generic_rows_js, sizeof js_tools_generic_rows_js},
  {"js/tools/generic-view.js", js_tools_generic_view_js, sizeof js_tools_generic_view_js},
  {"js/tools/page.js", js_tools_page_js, sizeof js_tools_page_js},
  {"js/tools/parts.js", js_tools_parts_js, sizeof js_tools_parts_js},
  {"js/tools/ping-fold.js", js_tools_ping_fold_js, sizeof js_tools_ping_fold_js},
  {"js/tools/ping-view.js", js_tools_ping_view_js, sizeof js_tools_ping_view_js},
  {"js/tools/ports-fold.js", js_tools_ports_fold_js, sizeof js_tools_ports_fold_js},
  {"js/tools/ports-view.js", js_tools_ports_view_js, sizeof js_tools_ports_view_js},
  {"js/tools/registry-view.js", js_tools_registry_view_js, sizeof js_tools_registry_view_js},
  {"js/tools/report-view.js", js_tools_report_view_js, sizeof js_tools_report_view_js},
  {"js/tools/stream.js", js_tools_stream_js, sizeof js_tools_stream_js},
  {"js/tools/trace-fold.js", js_tools_trace_fold_js, sizeof js_tools_trace_fold_js},
  {"js/tools/trace-view.js", js_tools_trace_view_js, sizeof js_tools_trace_view_js},
  {"js/tools/view.js", js_tools_view_js, sizeof js_tools_view_js},
  {"login.html", login_html, sizeof login_html},
  {"manifest.webmanifest", manifest_webmanifest, sizeof manifest_webmanifest},
};

const size_t webapp_asset_count = sizeof webapp_assets / sizeof *webapp_assets;
