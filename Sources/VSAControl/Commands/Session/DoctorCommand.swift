import ArgumentParser
import FoundationEssentials
import TVWorld

/// `vsactl doctor`
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Diagnose common setup problems and suggest fixes.",
        discussion: """
            The exit code is 1 if there is a problem. Warnings do not change it: they report conditions that may be intended, \
            such as a clock that was changed or a fault in force.
            """)

    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let doctor = Doctor(address: global.address, environment: ProcessInfo.processInfo.environment)
        let findings = await doctor.examine()
        // Remarks do not count.
        let isHealthy = !findings.contains { $0.level == .problem }
        global.show(.findings(findings, isHealthy: isHealthy))
        if !isHealthy { throw ExitCode(ExitStatus.failed.rawValue) }
    }
}

extension Report {
    static func findings(_ findings: [Finding], isHealthy: Bool) -> Report {
        Report(document: .document(["healthy": isHealthy, "findings": findings])) { style in
            let width = Finding.Check.allCases.map(\.rawValue.count).max() ?? 0
            let indentation = String(repeating: " ", count: 11 + width)
            let lines = findings.flatMap { finding in
                let name = finding.check.rawValue + String(repeating: " ", count: width - finding.check.rawValue.count)
                let cures = (finding.cure ?? "").split(separator: "\n").map { indentation + SafeText.line(String($0)) }
                let (word, emphasis) = label(finding.level)
                return [style.text(word, emphasis) + "  \(name)  " + SafeText.line(finding.message)] + cures
            }
            return (lines + ["", summary(of: findings, style)]).joined(separator: "\n")
        }
    }

    private static func summary(of findings: [Finding], _ style: Style) -> String {
        let problems = findings.count { $0.level == .problem }
        let remarks = findings.count { $0.level == .remark }
        let warnings = counted(remarks, "warning")
        if problems > 0 { return style.text("\(counted(problems, "problem")), \(warnings)", .bad) }
        return style.text(remarks == 0 ? "No problems found." : "No problems, \(warnings).", .good)
    }

    private static func label(_ level: Finding.Level) -> (String, Style.Emphasis) {
        switch level {
        case .fine: ("ok     ", .good)
        case .remark: ("warning", .attention)
        case .problem: ("error  ", .bad)
        }
    }
}
