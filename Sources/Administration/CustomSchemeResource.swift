/// A URL scheme of a requestor.
package struct CustomSchemeResource: ListedResource {
    package static let path = "custom-schemes"
    package static let member = "customSchemes"

    package var requestor: String
    package var scheme: String

    package init(requestor: String, scheme: String) {
        self.requestor = requestor
        self.scheme = scheme
    }
}
