// libadwaita for vsa-settings.
#ifndef SETTINGS_SHIM_H
#define SETTINGS_SHIM_H

#include <adwaita.h>

/// Returns the installed app with this desktop file, or NULL. The header of GIO that declares this function is in a folder that
/// libadwaita's pkg-config file does not name.
extern GAppInfo *g_desktop_app_info_new(const char *desktop_id);

#endif
