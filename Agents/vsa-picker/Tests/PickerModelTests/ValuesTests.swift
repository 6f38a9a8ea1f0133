import PickerModel
import Testing

@Suite struct ValuesTests {
    @Test(arguments: [
        ("Alpha Cable", "AC"), ("alpha", "A"), ("DeltaCoop", "DC"), ("3sat", "3"), ("東京 TV", "東T"), ("!?", "?"),
        ("The Long Name Here", "TL"),
    ])
    func initialsAreThoseOfTheFirstTwoWords(name: String, letters: String) {
        #expect(Initials(name: name, identifier: "x").letters == letters)
    }

    @Test func colourBelongsToTheIdentifier() {
        let one = Initials(name: "A", identifier: "alpha.example")
        #expect(one.colour == Initials(name: "B", identifier: "alpha.example").colour)
        #expect((0..<Initials.colours).contains(one.colour))
        #expect(Set((0..<100).map { Initials(name: "A", identifier: "p\($0)").colour }).count == Initials.colours)
    }

    @Test(arguments: [
        ("x11:3a00007", ParentWindow.x11(0x3a00007)), ("x11:0x1F", .x11(31)), ("wayland:abc-1", .wayland("abc-1")), ("", nil),
        ("x11:", nil), ("x11:zz", nil), ("x11:-1", nil), ("x11:1ffffffff", nil), ("x11:0", nil), ("wayland:", nil),
        ("wayland:a b", nil), ("mir:1", nil),
    ])
    func parentWindowIsReadAsPortalsWriteIt(text: String, window: ParentWindow?) {
        #expect(ParentWindow(text) == window)
    }

    @Test(arguments: [
        ("file:///usr/share/vsasim/logos/alpha.png", "/usr/share/vsasim/logos/alpha.png"),
        ("file:///home/a%20b/vsasim/logos/x.png", "/home/a b/vsasim/logos/x.png"),
        ("https://alpha.example/logo.png", nil), ("file://host/vsasim/logos/x.png", nil), ("file:///etc/passwd", nil),
        ("file:///usr/share/vsasim/logos/../../x.png", nil), ("file:///usr/share/vsasim/logos/%2e%2e/x.png", nil),
        ("file:///usr/share/vsasim/logos/x.svg", nil), ("file:///vsasim/logos/a%00.png", nil),
        ("file:///vsasim/logos/a%+1.png", nil), ("file:///vsasim/logos/a.png?x", nil), ("file:///vsasim/logos/%ff.png", nil),
    ])
    func logoIsReadFromFoldersForLogosOnly(url: String, path: String?) {
        #expect(LogoLocation(url)?.path == path)
    }

    @Test func logoHasToBeASmallPicture() {
        func picture(width: UInt8, _ count: Int = 64) -> [UInt8] {
            let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
            let bytes = start + [0, 0, width, 0, 0, 0, 0, 64]
            return bytes + Array(repeating: 0, count: count - bytes.count)
        }
        #expect(LogoLocation.isAcceptable(picture(width: 4)))
        #expect(!LogoLocation.isAcceptable(picture(width: 5)))
        #expect(!LogoLocation.isAcceptable(picture(width: 0)))
        #expect(!LogoLocation.isAcceptable(picture(width: 1, 300_000)))
        #expect(!LogoLocation.isAcceptable(Array("GIF89a".utf8) + Array(repeating: 0, count: 64)))
        #expect(!LogoLocation.isAcceptable([]))
    }

    @Test func rememberedProviderIsNotSignedInTo() {
        let account: [String: BusValue] = ["account-provider-identifier": .text("alpha.example")]
        #expect(Details(account).signedInProvider == "alpha.example")
        #expect(Details(account.merging(["remembered": .flag(false)]) { $1 }).signedInProvider == "alpha.example")
        #expect(Details(account.merging(["remembered": .flag(true)]) { $1 }).signedInProvider == nil)
        #expect(Details([:]).signedInProvider == nil)
    }

    @Test func answerNeverShowsItsPassword() {
        let answer = Answer.credentials(username: "alice", password: "secret")
        var text = "\(answer) \(String(reflecting: answer))"
        dump(answer, to: &text)
        #expect(!text.contains("secret"))
    }
}
