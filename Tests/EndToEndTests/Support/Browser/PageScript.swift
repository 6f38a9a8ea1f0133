/// The JavaScript that inspects pages: it finds elements by the names that users and screen readers see.
enum PageScript {
    /// Selects the elements that can be filled in.
    static let fields = #"'input:not([type=hidden]):not([type=submit]):not([type=button]), select, textarea'"#

    /// Selects the elements that can be pressed.
    static let targets =
        #"'button, a[href], summary, input[type=submit], input[type=button], [role=button], [role=switch], [role=tab]'"#

    /// Functions that every expression may call.
    static let functions = #"""
        const squeeze = (text) => (text ?? "").replace(/\s+/g, " ").trim();
        const isShown = (element) =>
          element.getClientRects().length > 0 && getComputedStyle(element).visibility !== "hidden" && !element.disabled;
        const nameOf = (element) => {
          const ids = (element.getAttribute("aria-labelledby") ?? "").split(/\s+/).filter(Boolean);
          const labels = ids.length ? ids.map((id) => document.getElementById(id)) : [...(element.labels ?? [])];
          const isButton = element instanceof HTMLInputElement && ["submit", "button", "reset"].includes(element.type);
          return squeeze(element.getAttribute("aria-label")) || squeeze(labels.map((label) => label?.textContent).join(" "))
            || (isButton ? squeeze(element.value) : "") || squeeze(element.textContent)
            || squeeze(element.querySelector("img[alt]")?.alt) || squeeze(element.title);
        };
        const shown = (selector) => [...document.querySelectorAll(selector)].filter(isShown);
        const names = (selector) => shown(selector).map(nameOf);
        const distance = (element, text) => {
          let steps = 0;
          for (let one = element; one; one = one.parentElement, steps += 1) {
            if (squeeze(one.textContent).includes(text)) return steps;
          }
          return Infinity;
        };
        const find = (selector, name, text) => {
          const all = shown(selector);
          let found = all.filter((element) => nameOf(element) === name);
          if (!found.length) found = all.filter((element) => nameOf(element).startsWith(name));
          if (text === null) return found[0];
          const near = found.map((element) => [distance(element, text), element]).filter((one) => one[0] < Infinity);
          return near.sort((one, other) => one[0] - other[0])[0]?.[1];
        };
        const until = (condition) => new Promise((resolve, reject) => {
          let observer;
          const look = () => {
            try {
              if (!condition()) return false;
              resolve(true);
            } catch (error) {
              reject(error);
            }
            observer?.disconnect();
            return true;
          };
          if (look()) return;
          observer = new MutationObserver(look);
          observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
          for (const event of ["load", "input", "change", "hashchange", "popstate"]) addEventListener(event, look, true);
        });
        """#
}
