import Foundation
import Testing

@testable import AccessEnabler

@Suite("The app's identifier")
struct ApplicationIdentifierTests {
    @Test("the setting, or else the variable, or else the executable's name")
    func order() {
        var settings = AccessEnablerSettings()
        settings.environment = ["VSASIM_APPLICATION_ID": "com.example.variable"]
        #expect(settings.applicationID == "com.example.variable")
        settings.applicationIdentifier = "com.example.setting"
        #expect(settings.applicationID == "com.example.setting")
        (settings.applicationIdentifier, settings.environment) = ("", ["VSASIM_APPLICATION_ID": ""])
        #expect(settings.applicationID == ProcessInfo.processInfo.processName)
    }
}
