import Foundation
import PrivateSession
import ProjectTesting
import TVWorld
import Testing

/// What the tests of pages rely on: the browser finds elements, waits, reports problems and leaves nothing behind.
@Suite("The browser of the tests", .daemonLogs)
struct BrowserTests {
    /// A page, as a URL.
    private func page(_ html: String) -> String { "data:text/html;charset=utf-8," + ServiceClient.encoded(html) }

    @Test("Fields, buttons, lists and check boxes are found by their labels; waiting finds later ones")
    func use() async throws {
        let html = """
            <!doctype html><title>A form</title><h1>Who?</h1>
            <form><label for=n>Name</label><input id=n> <label>Colour <select><option>Red<option>Green</select></label>
            <label><input type=checkbox> Remember</label><button type=button>Say it</button></form><p id=out></p>
            <ul><li>One <button>Remove</button><li>Two <button>Remove</button></ul>
            <script>
            const field = document.querySelector("input"), out = document.getElementById("out");
            document.querySelector("button").onclick = () => setTimeout(() => {
              out.textContent = field.value + " " + document.querySelector("select").value + " "
                + document.querySelector("[type=checkbox]").checked;
            }, 100);
            document.querySelectorAll("li button").forEach((button) => button.onclick = () => button.closest("li").remove());
            </script>
            """
        try await Browser.with { browser in
            let page = try await browser.newPage(width: 360)
            try await page.open(self.page(html))
            #expect(try await page.title == "A form")
            try await page.fill("Name", "Älice \"1\"")
            try await page.choose("Colour", "Green")
            try await page.check("Remember")
            try await page.click("Say it")
            try await page.wait(forText: "Älice \"1\" Green true")
            try await page.click("Remove", near: "Two")
            try await page.wait(untilGone: "Two")
            #expect(try await page.text.contains("One"))
            #expect(try await page.value(of: "Name") == "Älice \"1\"")
            #expect(try await !page.isTooWide)
            try await page.emulate(dark: true)
            #expect(try await page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches").bool == true)
            #expect(try await page.picture().starts(with: [0x89, 0x50, 0x4E, 0x47]))
        }
    }

    @Test("Errors of a page's scripts and on its console are problems, and fail the test")
    func problems() async throws {
        try await Browser.with { browser in
            let page = try await browser.newPage()
            try await page.open(self.page("<p>Hello</p><script>console.error('one'); throw new Error('two')</script>"))
            try await page.wait(forText: "Hello")
            let problems = await page.problems
            #expect(problems.count == 2 && problems[0].contains("one") && problems[1].contains("two"), "\(problems)")
            await page.expectProblem("one")
            await page.expectProblem("two")
        }
    }

    @Test("A real document: statuses, separate cookies for each page, no process is left")
    func documents() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let folder = try await Browser.withOwnProcess { browser in
                let page = try await browser.newPage()
                try await page.open(daemons.serviceURL + "/health")
                try await page.wait(forText: "ok")
                #expect(try await page.url == daemons.serviceURL + "/health")
                try await page.open(daemons.serviceURL + "/nothing")
                try await page.wait(forText: "Not Found")
                try await page.back()
                try await page.wait(forText: "ok")
                _ = try await page.evaluate("document.cookie = 'a=b'")
                #expect(try await page.cookies.map(\.name) == ["a"])
                let other = try await browser.newPage()
                try await other.open(daemons.serviceURL + "/health")
                #expect(try await other.cookies.isEmpty)
                return browser.folder
            }
            let left = ProcessTable.processes().filter { ProcessTable.commandLine(of: $0.id)?.contains(folder) ?? false }
            #expect(left.isEmpty)
        }
    }
}
