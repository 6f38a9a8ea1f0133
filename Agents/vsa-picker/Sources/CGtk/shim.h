// What Swift cannot import of GTK: functions with variable arguments, cast macros, and the calls of one display system.
#ifndef PICKER_SHIM_H
#define PICKER_SHIM_H

#include <gtk/gtk.h>
#ifdef GDK_WINDOWING_X11
#include <gdk/x11/gdkx.h>
#endif
#ifdef GDK_WINDOWING_WAYLAND
#include <gdk/wayland/gdkwayland.h>
#endif

/// Sets the text that a screen reader announces instead of a widget's own text.
static inline void picker_set_name(GtkWidget *widget, const char *name) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

/// Sets the text that a screen reader announces in addition to a widget's own text.
static inline void picker_set_description(GtkWidget *widget, const char *description) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
}

/// Marks the input as invalid, with the reason, or as valid.
static inline void picker_set_invalid(GtkWidget *widget, gboolean invalid, const char *reason) {
    // The relation "error message" would be more exact, but GTK 4.8 does not read its arguments as documented, and crashes.
    gtk_accessible_update_state(
        GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_INVALID,
        invalid ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
    picker_set_description(widget, reason);
}

/// Returns a label with a role, which can be set only when the label is created.
static inline GtkWidget *picker_label_new(GtkAccessibleRole role) {
    return GTK_WIDGET(g_object_new(GTK_TYPE_LABEL, "accessible-role", role, NULL));
}

/// Returns a window with a role.
static inline GtkWidget *picker_window_new(GtkAccessibleRole role) {
    return GTK_WIDGET(g_object_new(GTK_TYPE_WINDOW, "accessible-role", role, NULL));
}

/// Sets the placeholder of an empty search field.
static inline void picker_set_placeholder(GtkWidget *entry, const char *text) {
    g_object_set(G_OBJECT(entry), "placeholder-text", text, NULL);
}

/// Returns the user's scale factor of text: 1 at 96 dots per inch.
static inline double picker_text_scale(void) {
    int dpi = -1;
    GtkSettings *settings = gtk_settings_get_default();
    if (settings) g_object_get(settings, "gtk-xft-dpi", &dpi, NULL);
    return dpi > 0 ? dpi / 1024.0 / 96.0 : 1.0;
}

/// Selects the dark or the light theme.
static inline void picker_set_dark(gboolean dark) {
    GtkSettings *settings = gtk_settings_get_default();
    if (settings) g_object_set(settings, "gtk-application-prefer-dark-theme", dark, NULL);
}

/// Places a realized window over another program's X11 window; returns whether that was possible.
static inline gboolean picker_set_parent_x11(GtkWidget *window, guint32 parent) {
#ifdef GDK_WINDOWING_X11
    GdkSurface *surface = gtk_native_get_surface(GTK_NATIVE(window));
    if (GDK_IS_X11_SURFACE(surface)) {
        Display *display = gdk_x11_display_get_xdisplay(gdk_surface_get_display(surface));
        XSetTransientForHint(display, gdk_x11_surface_get_xid(surface), parent);
        return TRUE;
    }
#endif
    return FALSE;
}

/// Places a realized window over the Wayland window that another program exported under this handle.
static inline gboolean picker_set_parent_wayland(GtkWidget *window, const char *handle) {
#ifdef GDK_WINDOWING_WAYLAND
    GdkSurface *surface = gtk_native_get_surface(GTK_NATIVE(window));
    if (GDK_IS_WAYLAND_TOPLEVEL(surface))
        return gdk_wayland_toplevel_set_transient_for_exported(GDK_TOPLEVEL(surface), handle);
#endif
    return FALSE;
}

#endif
