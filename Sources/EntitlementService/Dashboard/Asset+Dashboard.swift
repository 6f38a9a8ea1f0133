extension Asset {
    /// What the dashboard's pages look like besides the common style.
    static let dashboardStyle = Asset(
        "dashboard", .style,
        #"""
        body.dashboard main { max-width: 84rem; padding-top: 1.25rem; }
        body.dashboard h1:focus { outline: none; }
        .skip { position: absolute; left: -100rem; }
        .skip:focus { left: .5rem; top: .5rem; background: var(--surface); padding: .5rem 1rem; z-index: 2; }
        .bar {
          display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1rem; padding: .5rem 1rem;
          background: var(--surface); border-bottom: 1px solid var(--line);
        }
        .bar .product { margin: 0; font-weight: 700; }
        .bar nav { flex: 1 1 20rem; }
        .bar ul { list-style: none; display: flex; flex-wrap: wrap; gap: .0625rem; margin: 0; padding: 0; }
        .bar a { display: block; padding: .5rem .4375rem; white-space: nowrap; border-radius: .375rem; text-decoration: none; }
        .bar a:hover { text-decoration: underline; }
        .bar a[aria-current] { background: var(--notice-surface); font-weight: 700; text-decoration: underline; }
        .bar form { margin: 0; }
        .small { width: auto; min-height: 2.25rem; padding: .25rem .875rem; margin: 0; display: inline-block; }
        .table { background: var(--surface); border: 1px solid var(--line); border-radius: .75rem; margin: 1rem 0; }
        .table caption { text-align: left; font-weight: 700; font-size: 1.125rem; padding: .75rem; }
        tbody tr:last-child > * { border-bottom: 0; }
        /* A column is as wide as its longest word; only what may be long without a blank is broken anywhere. */
        table { overflow-wrap: break-word; }
        .long { overflow-wrap: anywhere; min-width: 10rem; }
        /* A date in one line, the time of day in the next. */
        .moment { min-width: 9rem; }
        .period { min-width: 16rem; }
        .numbers th, .numbers td { padding: .375rem .5rem; }
        .numbers tbody th { min-width: 7rem; }
        th .quiet { font-weight: 400; font-size: .875rem; }
        .id { display: block; font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .75rem; }
        .tag {
          display: inline-block; padding: 0 .5rem; border: 1px solid var(--line); border-radius: 1rem; font-size: .875rem;
          white-space: nowrap;
        }
        .tag.good { color: var(--success); border-color: var(--success); background: var(--success-surface); }
        .tag.bad { color: var(--error); border-color: var(--error); background: var(--error-surface); }
        .actions form { display: inline-block; margin: 0; }
        .actions .small { margin: 0 .25rem .25rem 0; }
        .matrix td { min-width: 13rem; }
        .switches { display: grid; gap: .25rem; margin: 0 0 .5rem; }
        .switch {
          display: flex; align-items: center; justify-content: space-between; min-height: 2.25rem; padding: .125rem .625rem; margin: 0;
          color: var(--text); background: var(--field); border: 1px solid var(--quiet); font-weight: 400;
        }
        .switch b::after {
          content: ""; display: inline-block; width: 2rem; height: 1.125rem; margin-left: .5rem; vertical-align: middle;
          border: 2px solid var(--quiet); border-radius: 1rem;
          background: radial-gradient(circle at .4375rem center, var(--quiet) .375rem, transparent .4375rem);
        }
        .switch[aria-checked="true"] b::after {
          border-color: var(--accent);
          background: radial-gradient(circle at calc(100% - .4375rem) center, var(--on-accent) .375rem, var(--accent) .4375rem);
        }
        summary { cursor: pointer; padding: .25rem 0; }
        details form { padding: .5rem 0; }
        .panel {
          background: var(--surface); border: 1px solid var(--line); border-radius: .75rem; padding: .25rem .75rem .75rem;
          margin: 1rem 0;
        }
        .panel h2 { margin-top: .5rem; }
        .fields, .filters { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: end; margin: 0 0 1rem; }
        .fields > div, .filters > div { flex: 1 1 14rem; }
        .fields > div:has(textarea) { flex-basis: 100%; }
        .fields textarea { margin: 0; font-family: monospace; font-size: .875rem; }
        .fields input, .fields select, .filters input, .filters select { margin: 0; }
        .fields fieldset { border: 0; margin: 0; padding: 0; }
        .fields legend { font-weight: 600; padding: 0; }
        .check { display: inline-flex; align-items: center; min-height: 2.75rem; margin-right: 1rem; font-weight: 400; }
        .check input { margin: 0 .5rem 0 0; }
        .figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: .75rem; margin: 0 0 1rem; }
        .figures div { background: var(--surface); border: 1px solid var(--line); border-radius: .75rem; padding: .625rem .75rem; }
        .figures dt { color: var(--quiet); font-size: .875rem; }
        .figures dd { margin: 0; font-weight: 700; }
        .charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(18rem, 1fr)); gap: 1rem; margin: 0 0 1rem; }
        .chart { display: block; width: 100%; max-width: 48rem; height: auto; }
        .chart rect { fill: var(--accent); }
        .chart line { stroke: var(--quiet); }
        figure.panel { margin: 0; }
        .events { list-style: none; margin: 0 0 1rem; padding: 0; }
        .events li { background: var(--surface); border: 1px solid var(--line); border-radius: .5rem; padding: .5rem .75rem; margin: 0 0 .375rem; }
        .events p { margin: 0; }
        .events li { border-left-width: .375rem; }
        .events .call-0 { border-left-color: #3b82c4; }
        .events .call-1 { border-left-color: #b8860b; }
        .events .call-2 { border-left-color: #2e8b57; }
        .events .call-3 { border-left-color: #a2559c; }
        .events .call-4 { border-left-color: #c0563b; }
        .events .call-5 { border-left-color: #5f7f8f; }
        .events .source { min-width: 4.25rem; text-align: center; }
        .events time { color: var(--quiet); font-variant-numeric: tabular-nums; }
        .events dl { display: flex; flex-wrap: wrap; gap: 0 1rem; margin: 0; font-size: .875rem; }
        .events dl div { display: flex; gap: .375rem; }
        .events dt { color: var(--quiet); flex: none; }
        .events dd { margin: 0; }
        .events pre {
          overflow-x: auto; max-height: 28rem; background: var(--background); border: 1px solid var(--line); border-radius: .375rem;
          padding: .625rem; margin: .375rem 0 0; font-size: .8125rem; overflow-wrap: normal;
        }
        @media (max-width: 40rem) {
          .stack thead, .matrix thead {
            position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
          }
          .stack, .stack caption, .stack tbody, .stack tr, .stack th, .stack td { display: block; }
          .matrix, .matrix caption, .matrix tbody, .matrix tr, .matrix th, .matrix td { display: block; }
          .long, .moment, .period, .matrix td { min-width: 0; }
          .bar ul { margin: 0 -.5rem; }
          .bar a { padding: .375rem .5rem; }
          .stack, .matrix { overflow-wrap: anywhere; }
          .stack tr, .matrix tr { border-bottom: 1px solid var(--line); padding: .375rem 0; }
          .stack th, .stack td, .matrix th, .matrix td { border: 0; padding: .1875rem .75rem; }
          .stack td[data-label]::before { content: attr(data-label) ": "; color: var(--quiet); }
          .matrix td::before { content: attr(data-label); display: block; font-weight: 600; margin-top: .25rem; }
        }
        @media (forced-colors: active) { .switch b::after { forced-color-adjust: none; } }

        """#)

    /// What scripts add to the dashboard: changes without a new page, and the live events.
    static let dashboardScript = Asset(
        "dashboard", .script,
        #"""
        "use strict";
        // A changed form is sent in the background, and the page that comes back takes this one's place.
        document.addEventListener("submit", async (event) => {
          const form = event.target;
          if (!form.matches("form[data-quick]")) return;
          event.preventDefault();
          const fields = new FormData(form, event.submitter);
          const focused = document.activeElement?.id;
          let answer;
          try {
            answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(fields) });
          } catch {
            form.removeAttribute("data-quick");
            form.requestSubmit(event.submitter);
            return;
          }
          const page = new DOMParser().parseFromString(await answer.text(), "text/html");
          const main = page.querySelector("main");
          if (!main || !page.querySelector("h1[tabindex]")) { location.reload(); return; }
          const notices = main.querySelector("#notices");
          const open = [...document.querySelectorAll("details[open]")].map((item) => item.closest("[id]")?.id);
          document.querySelector("main").replaceChildren(...main.childNodes);
          for (const id of open) document.getElementById(id)?.querySelector("details")?.setAttribute("open", "");
          // The region has to be there before its text, or nobody is told.
          const told = [...notices.childNodes];
          notices.replaceChildren();
          setTimeout(() => notices.replaceChildren(...told), 50);
          (document.querySelector("[aria-invalid]") ?? document.getElementById(focused))?.focus({ preventScroll: true });
        });
        // Live events.
        const list = document.querySelector("[data-stream]");
        if (list && window.EventSource) {
          const state = document.getElementById("live-state");
          const pause = document.getElementById("live-pause");
          document.getElementById("live-controls").hidden = false;
          let source, last = "", count = 0;
          const show = (text) => { state.textContent = text; };
          const open = () => {
            source = new EventSource(list.dataset.stream.replace(/after=[a-z0-9.]+/, (after) => last ? "after=" + last : after));
            source.onopen = () => show("Live.");
            source.onerror = () => show(source.readyState === 2 ? "The service has ended the stream." : "Connecting again.");
            source.onmessage = (event) => {
              last = event.lastEventId;
              const template = document.createElement("template");
              template.innerHTML = event.data;
              if (document.getElementById(template.content.firstElementChild.id)) return;
              // What is told late stands where it belongs.
              const item = template.content.firstElementChild;
              const at = Number(item.dataset.at);
              list.insertBefore(item, [...list.children].find((other) => Number(other.dataset.at) <= at) ?? null);
              document.getElementById("no-events")?.remove();
              if (!item.id.startsWith("event-s")) document.getElementById("live-alone")?.remove();
              while (list.childElementCount > 200) list.lastElementChild.remove();
              count += 1;
              show(`Live, ${count} new.`);
            };
          };
          pause.addEventListener("click", () => {
            const isPaused = pause.getAttribute("aria-pressed") === "true";
            pause.setAttribute("aria-pressed", String(!isPaused));
            if (isPaused) open(); else { source.close(); show("Paused."); }
          });
          open();
        }

        """#)
}
