// libadwaita for vsa-settings.
#ifndef SETTINGS_SHIM_H
#define SETTINGS_SHIM_H

#include <adwaita.h>

/// The installed app with this desktop file, or NULL. The header of GIO that declares it is in a folder which libadwaita's
/// pkg-config file does not name.
extern GAppInfo *g_desktop_app_info_new(const char *desktop_id);

#endif
