import Administration
import TVWorld

/// A value of a member in a document of `vsactl`, or in a call to the service.
protocol JSONConvertible {
    /// The value in JSON; by default an object of its properties.
    var json: JSON { get }
}

extension JSONConvertible {
    var json: JSON { JSON(properties: self, writesNull: true) }
}

extension JSON: JSONConvertible { var json: JSON { self } }
extension String: JSONConvertible { var json: JSON { .string(self) } }
extension Bool: JSONConvertible { var json: JSON { .bool(self) } }
extension Int: JSONConvertible { var json: JSON { .integer(self) } }
extension Int32: JSONConvertible { var json: JSON { .integer(self) } }
extension Int64: JSONConvertible { var json: JSON { .integer(self) } }
extension UInt32: JSONConvertible { var json: JSON { .integer(self) } }
extension Array: JSONConvertible where Element: JSONConvertible { var json: JSON { .array(map(\.json)) } }
extension WholeSeconds: JSONConvertible { var json: JSON { .integer(seconds) } }
