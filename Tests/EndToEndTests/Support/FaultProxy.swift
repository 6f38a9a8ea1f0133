import Foundation
import PrivateSession
import ProjectTesting

/// A proxy between app and service that answers one kind of request itself, like a captive portal.
final class FaultProxy: Sendable {
    /// The URL that the app gets.
    let url: String
    private let process: ChildProcess

    /// Starts the proxy.
    ///
    /// - Parameters:
    ///   - path: The prefix of the paths that are answered with the status and an empty body.
    /// - Throws: An error if Python is missing.
    static func start(service: String, path: String, status: Int, environment: [String: String]) async throws -> FaultProxy {
        let process = try ChildProcess.start(
            "python3", arguments: ["-c", script, service, path, "\(status)"], environment: environment, standardOutput: .pipe,
            standardError: .null)
        let port = try await within(defaultDeadline, "port of the proxy") { await process.standardOutput.next() }
        guard let port, Int(port) != nil else { throw DeadlinePassed("the proxy did not tell its port: \(port ?? "nothing")") }
        return FaultProxy(url: "http://127.0.0.1:\(port)", process: process)
    }

    private init(url: String, process: ChildProcess) {
        self.url = url
        self.process = process
    }

    private static let script = """
        import http.client, http.server, sys, urllib.parse
        service, path, status = urllib.parse.urlsplit(sys.argv[1]), sys.argv[2], int(sys.argv[3])
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def answer(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                if self.path.startswith(path):
                    code, headers, data = status, [], b""
                else:
                    upstream = http.client.HTTPConnection(service.netloc, timeout=60)
                    headers = {k: v for k, v in self.headers.items() if k.lower() not in ("host", "connection")}
                    upstream.request(self.command, self.path, body, headers)
                    response = upstream.getresponse()
                    data = response.read()
                    code, headers = response.status, response.getheaders()
                    upstream.close()
                self.send_response_only(code)
                for name, value in headers:
                    if name.lower() not in ("content-length", "transfer-encoding", "connection"):
                        self.send_header(name, value)
                if code != 204:
                    self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)
            do_GET = do_POST = do_PUT = do_DELETE = answer
            def log_message(self, *arguments):
                pass
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        print(server.server_port, flush=True)
        server.serve_forever()
        """
}
