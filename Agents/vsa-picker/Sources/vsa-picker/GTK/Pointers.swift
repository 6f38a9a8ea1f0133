import CGtk

typealias Widget = UnsafeMutablePointer<GtkWidget>

extension UnsafeMutablePointer where Pointee == GtkWidget {
    /// The same object as a type that is opaque in C (GtkLabel, GtkListBox, …).
    var opaque: OpaquePointer { OpaquePointer(self) }

    /// Returns the same object as one of its other types (GtkBox, GtkWindow, …).
    func cast<T>(to type: T.Type = T.self) -> UnsafeMutablePointer<T> { UnsafeMutablePointer<T>(OpaquePointer(self)) }

    /// The same object as a parameter of GObject's functions.
    var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}

extension OpaquePointer {
    /// The same object as a widget.
    var widget: Widget { Widget(self) }
}
