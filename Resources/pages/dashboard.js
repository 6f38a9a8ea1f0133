"use strict";
// A changed form is sent in the background, and the returned page replaces this one.
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
  // The region must exist before its text, or screen readers do not announce it.
  const told = [...notices.childNodes];
  notices.replaceChildren();
  setTimeout(() => notices.replaceChildren(...told), 50);
  (document.querySelector("[aria-invalid]") ?? document.getElementById(focused))?.focus({ preventScroll: true });
});
// Parts of a page that change by themselves. One that is in use is not replaced.
const followed = document.querySelector("[data-follow]");
if (followed && window.EventSource) {
  const refresh = async (event) => {
    const answer = await fetch(location.pathname);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const [fresh, shown] = [page, document].map((one) => one.getElementById(event.type));
    const log = shown?.querySelector("[role=log]");
    if (fresh && log) {
      // A log only grows, so that screen readers read what is new.
      for (const line of fresh.querySelectorAll("li")) if (!document.getElementById(line.id)) log.append(line);
      log.scrollTop = log.scrollHeight;
    } else if (fresh && shown && !shown.contains(document.activeElement)) shown.replaceChildren(...fresh.childNodes);
  };
  const source = new EventSource(followed.dataset.follow);
  for (const part of document.querySelectorAll("[data-part]")) source.addEventListener(part.id, refresh);
}
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
    source.onerror = () => show(source.readyState === 2 ? "The service ended the stream." : "Reconnecting.");
    source.onmessage = (event) => {
      last = event.lastEventId;
      const template = document.createElement("template");
      template.innerHTML = event.data;
      const call = template.content.firstElementChild;
      const item = call.querySelector("[id^=event-]");
      if (document.getElementById(item.id)) return;
      const at = Number(item.dataset.at);
      // Events join their call in their order; the call moves to the place of its newest event.
      const known = call.dataset.call && [...list.children].find((other) => other.dataset.call === call.dataset.call);
      const whole = known || call;
      if (known) {
        const events = known.querySelector("ol");
        events.insertBefore(item, [...events.children].find((other) => Number(other.dataset.at) > at) ?? null);
        // The first event names the call; the library's arrive later than the service's.
        const title = (call) => call.querySelector(".head b");
        if (events.firstElementChild === item) title(known).replaceWith(title(call));
        if (Number(known.dataset.at) < at) known.dataset.at = at;
      }
      const place = [...list.children].find((other) => other !== whole && Number(other.dataset.at) <= Number(whole.dataset.at));
      // What does not move keeps the focus and what is open in it.
      if (!known || whole.nextElementSibling !== (place ?? null)) {
        const focused = document.activeElement;
        list.insertBefore(whole, place ?? null);
        if (whole.contains(focused)) focused.focus({ preventScroll: true });
      }
      document.getElementById("no-events")?.remove();
      if (!item.id.startsWith("event-s")) document.getElementById("live-alone")?.remove();
      while (list.childElementCount > 1 && list.querySelectorAll("[id^=event-]").length > 200) list.lastElementChild.remove();
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
