for (const form of document.querySelectorAll("form[data-once]")) {
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent) { event.preventDefault(); return; }
    form.dataset.sent = "yes";
    // The page may stay, if the browser stops loading the next one.
    setTimeout(() => delete form.dataset.sent, 5000);
  });
  window.addEventListener("pageshow", () => delete form.dataset.sent);
}
