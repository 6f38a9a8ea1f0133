/// Names are sent as strings and checked when they are received.
extension BusName: ValueConvertible {
    public static var signature: Signature { String.signature }

    public init(dbusValue: Value) throws(ConversionError) {
        let text = try String(dbusValue: dbusValue)
        do { try self.init(text) } catch { throw ConversionError(reason: error.description) }
    }

    public var dbusValue: Value { .string(string) }
}

extension InterfaceName: ValueConvertible {
    public static var signature: Signature { String.signature }

    public init(dbusValue: Value) throws(ConversionError) {
        let text = try String(dbusValue: dbusValue)
        do { try self.init(text) } catch { throw ConversionError(reason: error.description) }
    }

    public var dbusValue: Value { .string(string) }
}

extension MemberName: ValueConvertible {
    public static var signature: Signature { String.signature }

    public init(dbusValue: Value) throws(ConversionError) {
        let text = try String(dbusValue: dbusValue)
        do { try self.init(text) } catch { throw ConversionError(reason: error.description) }
    }

    public var dbusValue: Value { .string(string) }
}

extension ErrorName: ValueConvertible {
    public static var signature: Signature { String.signature }

    public init(dbusValue: Value) throws(ConversionError) {
        let text = try String(dbusValue: dbusValue)
        do { try self.init(text) } catch { throw ConversionError(reason: error.description) }
    }

    public var dbusValue: Value { .string(string) }
}
