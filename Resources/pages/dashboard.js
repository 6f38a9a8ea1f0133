"use strict";
// The parts of the page that must be fetched again, and how, if the page follows changes.
const changed = new Set();
let refresh = () => {};
// Shows what failed, and returns the notice.
const tell = (text) => {
  const notice = Object.assign(document.createElement("p"), { className: "notice error", textContent: text });
  document.getElementById("notices")?.replaceChildren(notice);
  return notice;
};
// The notice in the address was shown; the page is loaded again without it.
const address = new URL(location.href);
if (address.searchParams.has("notice")) {
  for (const name of ["notice", "notice_code"]) address.searchParams.delete(name);
  history.replaceState(history.state, "", address);
}
// A form is sent once, also with a double click.
// A form with fields is sent in the background, so that the input is still here if it is rejected or gets no answer. The
// page of a quick form stays; the returned one replaces its content.
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[method=post]")) return;
  // Each switch of a form may be pressed while another's answer is awaited.
  const isQuick = form.matches("[data-quick]");
  const { dataset } = (isQuick && event.submitter) || form;
  if (dataset.sent) { event.preventDefault(); return; }
  dataset.sent = "yes";
  // The page may stay, if the browser stops loading the next one.
  if (!isQuick && !form.matches(".fields")) { setTimeout(() => delete dataset.sent, 5000); return; }
  event.preventDefault();
  const fields = new FormData(form, event.submitter);
  const focused = document.activeElement?.id;
  let answer, text;
  try {
    const signal = AbortSignal.timeout(30000);
    answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(fields), signal });
    text = await answer.text();
  } catch {
    // If sent again, it could take effect twice. The form may be far below the notice.
    tell("The service does not answer. What was entered is still here.").scrollIntoView({ block: "nearest" });
    return;
  } finally {
    delete dataset.sent;
  }
  // The second click of a double click may arrive before the next page.
  if (!isQuick && answer.redirected) { dataset.sent = "yes"; location.assign(answer.url); return; }
  const page = new DOMParser().parseFromString(text, "text/html");
  const main = page.querySelector("main");
  if (!main || !page.querySelector("h1[tabindex]")) {
    if (answer.ok) { location.reload(); return; }
    if (!main) {
      // For example, the rejection of a body that is too large.
      tell(`The service answered with status ${answer.status}. What was entered is still here.`)
        .scrollIntoView({ block: "nearest" });
      return;
    }
    // A page with the reason of the rejection, such as an expired login. The input stays, also while logging in.
    for (const link of main.querySelectorAll("a")) link.target = "_blank";
    const notices = document.getElementById("notices");
    notices.replaceChildren(...main.childNodes);
    notices.scrollIntoView({ block: "nearest" });
    return;
  }
  const notices = main.querySelector("#notices");
  // The input in other forms stays, and so does the input here since the form was sent.
  const isEdited = (field) => {
    if (field.form === form) return field.value !== fields.get(field.name);
    if (field.options) return [...field.options].some((option) => option.selected !== option.defaultSelected);
    return field.value !== field.defaultValue;
  };
  const edited = [...document.querySelectorAll("form:is([data-quick], .fields) :is(input, select, textarea)[id]")]
    .filter(isEdited)
    .map((field) => [field.id, field.value]);
  const open = [...document.querySelectorAll("details[open]")].map((item) => item.closest("[id]")?.id);
  document.querySelector("main").replaceChildren(...main.childNodes);
  // The page may be older than the last change of a part. One with a form may have been filled in.
  for (const part of document.querySelectorAll("[data-part]")) if (!part.querySelector("form")) changed.add(part.id);
  refresh();
  for (const id of open) document.getElementById(id)?.querySelector("details")?.setAttribute("open", "");
  for (const [id, value] of edited) { const field = document.getElementById(id); if (field) field.value = value; }
  // The region must exist before its text, or screen readers do not announce it.
  const told = [...notices.childNodes];
  notices.replaceChildren();
  setTimeout(() => notices.replaceChildren(...told), 50);
  // The button that was pressed has gone with its page: without a place for the focus, the keyboard would start before the header.
  const place = document.querySelector("[aria-invalid]") ?? document.getElementById(focused) ?? document.querySelector("h1");
  place.focus({ preventScroll: true });
  if (!isQuick) scrollTo(0, 0);
});
// After a return to the page, a form may be sent again.
window.addEventListener("pageshow", () => { for (const form of document.forms) delete form.dataset.sent; });
// Keeps a stream open while it is needed and the page is visible: a stream takes up one of the few connections that a browser
// opens to a service. When the page is shown again, the stream sends what was missed.
const keepStream = (open, isWanted) => {
  let source;
  const keep = () => {
    if (!document.hidden && isWanted()) { source ??= open(); return; }
    source?.close();
    source = undefined;
  };
  document.addEventListener("visibilitychange", keep);
  keep();
  return keep;
};
// Parts of a page that change by themselves. One that is in use is replaced afterwards.
const followed = document.querySelector("[data-follow]");
if (followed && window.EventSource) {
  const isLog = (part) => part?.querySelector("[role=log]");
  const canChange = (id) => {
    const part = document.getElementById(id);
    return isLog(part) || !part?.contains(document.activeElement);
  };
  const update = (page, id) => {
    const [fresh, shown] = [page, document].map((one) => one.getElementById(id));
    if (!fresh || !shown) return;
    const log = isLog(shown);
    if (!log) { shown.replaceChildren(...fresh.childNodes); return; }
    // A log only grows, so that screen readers read what is new. With another session it starts again.
    const number = (line) => Number(line?.id.slice("line-".length) ?? 0);
    const last = number(log.lastElementChild);
    const lines = [...fresh.querySelectorAll("li")];
    if (number(lines.at(-1)) < last) log.replaceChildren(...lines); else log.append(...lines.filter((line) => number(line) > last));
    // The number that the service keeps.
    while (log.childElementCount > 300) log.firstElementChild.remove();
    log.scrollTop = log.scrollHeight;
  };
  let source, isRefreshing = false, hasEnded = false;
  // Shows that the page no longer changes by itself.
  const end = (reason) => {
    hasEnded = true;
    source.close();
    const link = Object.assign(document.createElement("a"), { href: "", textContent: "Reload" });
    tell(`This page is no longer updated: ${reason} `).append(link);
  };
  // One request at a time: a late answer would show an older state.
  refresh = async () => {
    if (isRefreshing) return;
    isRefreshing = true;
    const due = () => [...changed].filter(canChange);
    for (let ids = due(); ids.length > 0; ids = due()) {
      for (const id of ids) changed.delete(id);
      try {
        const answer = await fetch(location.pathname, { signal: AbortSignal.timeout(30000) });
        if (answer.status === 429 || answer.status >= 500) throw new Error(answer.statusText);
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        if (!page.querySelector("[data-follow]")) { end("the login has ended."); return; }
        for (const id of ids) if (canChange(id)) update(page, id); else changed.add(id);
      } catch {
        for (const id of ids) changed.add(id);
        await new Promise((proceed) => setTimeout(proceed, 2000));
      }
    }
    isRefreshing = false;
  };
  keepStream(() => {
    source = new EventSource(followed.dataset.follow);
    source.onerror = () => { if (source.readyState === 2) end("the service ended the stream."); };
    for (const part of document.querySelectorAll("[data-part]")) {
      source.addEventListener(part.id, () => { changed.add(part.id); refresh(); });
    }
    return source;
  }, () => !hasEnded);
  // Only then has the focus moved to another element, if at all.
  document.addEventListener("focusout", () => setTimeout(() => refresh()));
}
// Live events.
const list = document.querySelector("[data-stream]");
if (list && window.EventSource) {
  const state = document.getElementById("live-state");
  const pause = document.getElementById("live-pause");
  document.getElementById("live-controls").hidden = false;
  const isPaused = () => pause.getAttribute("aria-pressed") === "true";
  let last = "", count = 0;
  const show = (text) => { state.textContent = text; };
  const keep = keepStream(() => {
    const source = new EventSource(list.dataset.stream.replace(/after=[a-z0-9.]+/, (after) => last ? "after=" + last : after));
    source.onopen = () => show("Live.");
    source.onerror = () => show(source.readyState === 2 ? "The service ended the stream. Reload the page." : "Reconnecting.");
    source.onmessage = (event) => {
      last = event.lastEventId;
      const template = document.createElement("template");
      template.innerHTML = event.data;
      const call = template.content.firstElementChild;
      const item = call.querySelector("[id^=event-]");
      const old = document.getElementById(item.id);
      if (old?.dataset.at === item.dataset.at) return;
      // Another device, or one that has restarted the numbers of its events.
      if (old) {
        const holder = [...list.children].find((other) => other.contains(old));
        old.remove();
        if (!holder.querySelector("[id^=event-]")) holder.remove();
      }
      const at = Number(item.dataset.at);
      // Events join their call in their order; the call moves to the place of its newest event.
      const known = call.dataset.call && [...list.children].find((other) => other.dataset.call === call.dataset.call);
      const whole = known || call;
      if (known) {
        const events = known.querySelector("ol");
        events.insertBefore(item, [...events.children].find((other) => Number(other.dataset.at) > at) ?? null);
        // The first event names the call; the library's events arrive later than the service's.
        const title = (call) => call.querySelector(".head b");
        if (events.firstElementChild === item) title(known).replaceWith(title(call));
        if (Number(known.dataset.at) < at) known.dataset.at = at;
      }
      const place = [...list.children].find((other) => other !== whole && Number(other.dataset.at) <= Number(whole.dataset.at));
      // An element that does not move keeps the focus and its open parts.
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
    return source;
  }, () => !isPaused());
  pause.addEventListener("click", () => {
    pause.setAttribute("aria-pressed", String(!isPaused()));
    if (isPaused()) show("Paused.");
    keep();
  });
}
