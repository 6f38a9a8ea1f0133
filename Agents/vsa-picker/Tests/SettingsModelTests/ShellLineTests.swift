import PickerModel
import SettingsModel
import Testing

/// The lines of `vsactl` that the rows show.
@Suite struct ShellLineTests {
    @Test func linesAreQuotedForAShell() {
        #expect(ShellLine(["a", "b c", "it's", "", "$x"]).description == "vsactl a 'b c' 'it'\\''s' '' '$x'")
    }

    @Test func valueWithAHyphenIsNoOption() throws {
        var panel = Sample.filled()
        _ = panel.handle(.used(.developer("set-top-box-user-token"), .entered("-t")))
        #expect(
            panel.developerPage.row(.developer("set-top-box-user-token"))?.commands.first?.description
                == "vsactl developer set -- set-top-box-user-token -t")
        _ = panel.handle(.used(.newProvider, .pressed(0)))
        for (field, text) in [(Setting.ProviderField.identifier, "-p"), (.name, "-n"), (.url, "https://a.example/")] {
            _ = panel.handle(.used(.providerField(field), .entered(text)))
        }
        #expect(
            try #require(panel.subpageContent).page.row(.saveProvider)?.commands.first?.description
                == "vsactl developer provider add --name=-n --url https://a.example/ --scheme SAML --system-trust off -- -p")
    }

    @Test func lineHasTheSubscribersNameAsItIs() {
        var panel = Sample.filled()
        let account: [String: BusValue] = ["account-provider-identifier": .text("alpha.example"), "subscriber": .text("a  b")]
        _ = panel.handle(.received(.account, [Details(account)]))
        #expect(panel.accountPage.row(.subscriber)?.subtitle == "a b")
        #expect(
            panel.accountPage.row(.signIn)?.commands.first?.description
                == "vsactl account sign-in alpha.example --subscriber 'a  b'")
    }

    @Test func lineOfARememberedProviderNamesNoSubscriber() {
        var panel = Sample.filled()
        let account: [String: BusValue] = ["account-provider-identifier": .text("beta.example"), "remembered": .flag(true)]
        _ = panel.handle(.received(.account, [Details(account)]))
        #expect(panel.accountPage.row(.signIn)?.commands.first?.description == "vsactl account sign-in beta.example")
    }

    /// Every control that changes something shows a line, except those of a form that is sent by another control.
    @Test func everyControlHasALine() {
        var panel = Sample.filled()
        let formFields: Set<Setting> = [
            .answerPrompt, .answerValue, .answerApplication, .faultPreset, .scenario,
        ]
        var pages = [panel.accountPage, panel.developerPage, panel.testingPage]
        _ = panel.handle(.used(.application("org.kids"), .pressed(0)))
        if let content = panel.subpageContent { pages.append(content.page) }
        for row in pages.flatMap(\.groups).flatMap(\.rows) where !formFields.contains(row.setting) {
            switch row.control {
            case .none, .level: break
            default: #expect(!row.commands.isEmpty, "\(row.title)")
            }
        }
    }
}
