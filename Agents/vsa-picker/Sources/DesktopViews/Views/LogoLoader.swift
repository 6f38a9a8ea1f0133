import CGtk
import Glibc
import PickerModel

/// Replaces the discs with logos, one at a time while the main loop is idle, so that the list appears immediately.
@MainActor
package final class LogoLoader {
    /// The place of a logo.
    package struct Place {
        let logo: LogoLocation
        let line: Widget
        let disc: Widget
    }

    private var places: [Place] = []
    private var timer: Timer?
    private var isStarted = false

    /// Adds a place, which must exist until `stop`.
    package func add(_ place: Place) {
        places.append(place)
        if isStarted { run() }
    }

    /// Starts loading.
    package func start() {
        isStarted = true
        run()
    }

    private func run() {
        guard timer == nil, !places.isEmpty else { return }
        timer = Timer(whenIdle: { [weak self] in
            let goesOn = self?.next() ?? false
            if !goesOn { self?.timer = nil }
            return goesOn
        })
    }

    /// Stops, because the list is being removed.
    package func stop() {
        timer?.stop()
        timer = nil
    }

    private func next() -> Bool {
        guard !places.isEmpty else { return false }
        let place = places.removeFirst()
        if let picture = LogoLoader.picture(place.logo) {
            gtk_widget_set_visible(place.disc, 0)
            gtk_box_insert_child_after(place.line.cast(to: GtkBox.self), picture, place.disc)
        }
        return !places.isEmpty
    }

    /// Returns the logo as a widget; nil if there is no acceptable file.
    private static func picture(_ logo: LogoLocation) -> Widget? {
        guard let bytes = read(logo.path), LogoLocation.isAcceptable(bytes) else { return nil }
        let data = g_bytes_new(bytes, gsize(bytes.count))
        defer { g_bytes_unref(data) }
        guard let texture = gdk_texture_new_from_bytes(data, nil) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
        let image = gtk_image_new_from_paintable(texture)
        if let image {
            gtk_image_set_pixel_size(image.opaque, 36)
            gtk_widget_add_css_class(image, "logo")
            picker_set_name(image, "Logo")
        }
        return image
    }

    /// Returns the whole file if it is a regular file and small enough. Does not block: a pipe in its place would never end.
    private static func read(_ path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= LogoLocation.sizeLimit else {
            return nil
        }
        let size = Int(status.st_size)
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = 0
            while count < size {
                let got = Glibc.read(file, buffer.baseAddress! + count, size - count)
                if got <= 0 { break }
                count += got
            }
        }
        return bytes.count == size ? bytes : nil
    }
}
