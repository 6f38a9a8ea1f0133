import Foundation
import ProjectTesting
import TVWorld

/// What a user does on a page.
extension BrowserPage {
    /// Opens a URL and waits until the document is loaded.
    ///
    /// - Throws: ``Failure`` when the browser cannot reach it, `DeadlinePassed`.
    func open(_ url: String) async throws {
        try await load("document of \(url)") {
            let apps = appURLs.count
            let answer = try await call("Page.navigate", ["url": .string(url)])
            if let error = answer["errorText"]?.text, appURLs.count == apps {
                throw Failure(description: "\(url) cannot be opened: \(error)")
            }
        }
    }

    /// Loads the document again.
    func reload() async throws {
        try await load("document after reloading") { try await call("Page.reload") }
    }

    /// Goes back to the previous document.
    func back() async throws {
        try await load("document before this one") { _ = try await evaluate("history.back()") }
    }

    /// Fills a field, found by its label, as typing would; its content is replaced.
    func fill(_ label: String, _ text: String) async throws {
        try await use(
            field: label, "field",
            """
            element.focus();
            const prototype = element instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
            Object.getOwnPropertyDescriptor(prototype.prototype, "value").set.call(element, \(JSON.string(text).serialized));
            element.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText" }));
            element.dispatchEvent(new Event("change", { bubbles: true }));
            """)
    }

    /// Presses the Enter key where the focus is.
    func pressEnter() async throws {
        for kind in ["keyDown", "keyUp"] {
            _ = try await call(
                "Input.dispatchKeyEvent",
                [
                    "type": .string(kind), "key": "Enter", "code": "Enter", "windowsVirtualKeyCode": .integer(13),
                    "text": .string(kind == "keyDown" ? "\r" : ""),
                ])
        }
    }

    /// Chooses an option of a list, found by its label.
    func choose(_ label: String, _ option: String) async throws {
        try await use(
            field: label, "list",
            """
            const option = [...element.options].find((option) => squeeze(option.textContent) === \(JSON.string(option).serialized));
            if (!option) throw new Error("no such option; there are: " + [...element.options].map((one) => one.textContent).join(", "));
            element.focus();
            element.value = option.value;
            element.dispatchEvent(new Event("input", { bubbles: true }));
            element.dispatchEvent(new Event("change", { bubbles: true }));
            """)
    }

    /// Checks or unchecks a check box, or selects a radio button, found by its label; does nothing if it is in that state.
    func check(_ label: String, _ isOn: Bool = true, near text: String? = nil) async throws {
        try await use(field: label, "check box", near: text, "if (element.checked !== \(isOn)) element.click();")
    }

    /// Presses a button or a link, found by its name, that leads to another document, and waits until that is loaded.
    ///
    /// - Parameter near: If several have the name, the one nearest to this text is pressed, as in one row of a table.
    func press(_ name: String, near text: String? = nil) async throws {
        try await load("document after pressing \"\(name)\"") { try await click(name, near: text) }
    }

    /// Presses a button, a link or a switch, found by its name, that stays on the document.
    func click(_ name: String, near text: String? = nil) async throws {
        try await use(selector: PageScript.targets, name, "button or link", near: text, "element.focus(); element.click();")
    }

    private func use(field label: String, _ kind: String, near text: String? = nil, _ action: String) async throws {
        try await use(selector: PageScript.fields, label, kind, near: text, action)
    }

    /// Waits until there is an element with a name, and performs an action on it.
    private func use(
        selector: String, _ name: String, _ kind: String, near text: String?, _ action: String
    ) async throws {
        let find = "find(\(selector), \(JSON.string(name).serialized), \(JSON.optional(text).serialized))"
        do {
            try await waitInPage("\(kind) \"\(name)\"", find)
        } catch let error as DeadlinePassed {
            let names = (try? await evaluate("names(\(selector)).join(', ')").text) ?? ""
            throw Failure(description: "\(error); there are: \(names)")
        }
        do {
            _ = try await evaluate("(() => { const element = \(find); \(action) })()")
        } catch let error as DevTools.Failure where error.isNavigation {
            // The action led to another document before its answer was sent.
        }
    }
}
