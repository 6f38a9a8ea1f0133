import DesktopBrowsing
import Encodings
import Foundation
import NIOCore

/// The system's browser, in which the library shows a page: the equivalent of `SFSafariViewController` on iOS.
///
/// The page ends at an address on this machine, where the library waits for the browser.
struct SystemBrowser: Sendable {
    /// The reason why a page cannot be shown.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Opens an address; throws if that fails, possibly later.
    let open: @Sendable (URL) async throws -> Void

    /// Returns a closure that opens addresses in the desktop's browser. A program that exits with an error has not opened it.
    static func onDesktop(_ environment: [String: String]) -> @Sendable (URL) async throws -> Void {
        { url in
            guard let browser = DesktopBrowser(for: url.absoluteString, environment: environment) else {
                throw Failure(description: "No browser was found: set BROWSER, or the option handleSVC to true.")
            }
            let (codes, ended) = AsyncStream.makeStream(of: Int32.self)
            try browser.open {
                ended.yield($0)
                ended.finish()
            }
            for await code in codes where code != 0 { throw Failure(description: "\(browser.name) ended with \(code).") }
        }
    }

    /// Shows a page until it ends.
    ///
    /// - Parameter page: Its address without the address at which it ends.
    func show(_ page: String) async -> PageEnd {
        let (ends, end) = AsyncStream.makeStream(of: PageEnd.self)
        do {
            let listener = try await ReturnListener.open { end.yield(.returned) }.get()
            defer { withExtendedLifetime(listener) {} }
            guard let url = URL(string: page + PercentEncoding.encode(listener.url)) else {
                return .failed("\(page) is not an address.")
            }
            guard !Task.isCancelled else { return Self.abandoned }
            let opening = Task {
                do { try await open(url) } catch { end.yield(.failed("\(error)")) }
            }
            defer { opening.cancel() }
            for await end in ends { return end }
        } catch {
            return .failed("\(error)")
        }
        return Self.abandoned
    }

    private static let abandoned = PageEnd.failed("The page was abandoned.")
}
