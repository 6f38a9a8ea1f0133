/// Names are sent as strings and checked when they are received.
extension BusName: BusValueConvertible {
    public static var signature: BusSignature { String.signature }

    public init(dbusValue: BusValue) throws(BusConversionError) {
        let text = try String(dbusValue: dbusValue)
        do { try self.init(text) } catch { throw BusConversionError(reason: error.description) }
    }

    public var dbusValue: BusValue { .string(string) }
}

extension InterfaceName: BusValueConvertible {
    public static var signature: BusSignature { String.signature }

    public init(dbusValue: BusValue) throws(BusConversionError) {
        let text = try String(dbusValue: dbusValue)
        do { try self.init(text) } catch { throw BusConversionError(reason: error.description) }
    }

    public var dbusValue: BusValue { .string(string) }
}

extension MemberName: BusValueConvertible {
    public static var signature: BusSignature { String.signature }

    public init(dbusValue: BusValue) throws(BusConversionError) {
        let text = try String(dbusValue: dbusValue)
        do { try self.init(text) } catch { throw BusConversionError(reason: error.description) }
    }

    public var dbusValue: BusValue { .string(string) }
}

extension ErrorName: BusValueConvertible {
    public static var signature: BusSignature { String.signature }

    public init(dbusValue: BusValue) throws(BusConversionError) {
        let text = try String(dbusValue: dbusValue)
        do { try self.init(text) } catch { throw BusConversionError(reason: error.description) }
    }

    public var dbusValue: BusValue { .string(string) }
}
