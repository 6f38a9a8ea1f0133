import AccessEnabler

let file = ProcessInfo.processInfo.environment["VSASIM_SOFTWARE_STATEMENT"] ?? "statement.jwt"
let player = Player(softwareStatement: try String(contentsOfFile: file, encoding: .utf8))
RunLoop.main.run()
