import TVWorld

/// A value of a member in a call to the service.
protocol JSONConvertible {
    var json: JSON { get }
}

extension JSON: JSONConvertible { var json: JSON { self } }
extension String: JSONConvertible { var json: JSON { .string(self) } }
extension Bool: JSONConvertible { var json: JSON { .bool(self) } }
extension Int64: JSONConvertible { var json: JSON { .integer(self) } }
extension UInt32: JSONConvertible { var json: JSON { .integer(self) } }
extension [String]: JSONConvertible { var json: JSON { .strings(self) } }
extension WholeSeconds: JSONConvertible { var json: JSON { .integer(seconds) } }
