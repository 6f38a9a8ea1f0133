import CGtk

package typealias Widget = UnsafeMutablePointer<GtkWidget>

extension UnsafeMutablePointer where Pointee == GtkWidget {
    /// The same object as a type that is opaque in C (GtkLabel, GtkListBox, …).
    package var opaque: OpaquePointer { OpaquePointer(self) }

    /// Returns the same object as one of its other types (GtkBox, GtkWindow, …).
    package func cast<T>(to type: T.Type = T.self) -> UnsafeMutablePointer<T> { UnsafeMutablePointer<T>(OpaquePointer(self)) }

    /// The same object as a parameter of GObject's functions.
    package var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}

extension OpaquePointer {
    /// The same object as a widget.
    package var widget: Widget { Widget(self) }
}
