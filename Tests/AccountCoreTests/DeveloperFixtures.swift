import AccountCore

/// A developer provider as a user would enter it.
func testProvider(
    id: String = "test.example", name: String = "Test TV", url: String = "https://test.example/boot.js"
) -> DeveloperProvider {
    DeveloperProvider(id: id, name: name, authenticationURL: url)
}
