extension Asset {
    /// The style sheet of all pages: light and dark, from 360 pixels on.
    static let style = Asset("style", .style, base + elements)

    private static let base = #"""
        :root {
          color-scheme: light dark;
          --background: #f4f5f7; --surface: #ffffff; --text: #16181d; --quiet: #565d69; --line: #c9ced6;
          --accent: #1f5fa8; --on-accent: #ffffff; --error: #b3261e; --error-surface: #fcebea;
          --success: #1c6b3c; --success-surface: #e6f4ea; --notice-surface: #e9eff7; --field: #ffffff;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --background: #121418; --surface: #1c1f25; --text: #eceef2; --quiet: #a6adb9; --line: #434a56;
            --accent: #8ab8f0; --on-accent: #0c1a2b; --error: #f2a8a2; --error-surface: #3a1d1b;
            --success: #8fd6a8; --success-surface: #14301f; --notice-surface: #1d2937; --field: #14161a;
          }
        }
        *, *::before, *::after { box-sizing: border-box; }
        html { font: 100%/1.5 system-ui, "Segoe UI", Roboto, Cantarell, "Noto Sans", sans-serif; }
        body { margin: 0; background: var(--background); color: var(--text); min-height: 100vh; overflow-wrap: anywhere; }
        main { display: block; width: 100%; max-width: 28rem; margin: 0 auto; padding: 2rem 1rem 3rem; }
        body.wide main { max-width: 75rem; }
        h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .75rem; }
        h2 { font-size: 1.125rem; line-height: 1.3; margin: 1.75rem 0 .5rem; }
        p { margin: 0 0 .75rem; }
        a { color: var(--accent); }
        code, .code { font-family: ui-monospace, "DejaVu Sans Mono", "Liberation Mono", monospace; }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }

        """#

    private static let elements = #"""
        .card { background: var(--surface); border: 1px solid var(--line); border-radius: .75rem; padding: 1.5rem 1.25rem; }
        .card > :last-child { margin-bottom: 0; }
        .logo { display: block; margin: 0 0 1rem; border-radius: .75rem; }
        .quiet { color: var(--quiet); }
        .reference { color: var(--quiet); font-size: .8125rem; margin-top: 1.25rem; }
        .code { font-size: 2rem; letter-spacing: .15em; }
        label { display: block; font-weight: 600; margin: 0 0 .25rem; }
        input, select, textarea {
          width: 100%; min-height: 2.75rem; padding: .5rem .75rem; font: inherit; color: var(--text);
          background: var(--field); border: 1px solid var(--quiet); border-radius: .5rem; margin: 0 0 1rem;
        }
        input[type="checkbox"], input[type="radio"] {
          width: 1.25rem; min-height: 1.25rem; height: 1.25rem; margin: 0 .5rem 0 0; vertical-align: middle;
          accent-color: var(--accent);
        }
        input[aria-invalid="true"] { border-color: var(--error); border-width: 2px; }
        button, .button {
          display: block; width: 100%; min-height: 2.75rem; padding: .5rem 1rem; font: inherit; font-weight: 600;
          text-align: center; text-decoration: none; cursor: pointer; color: var(--on-accent); background: var(--accent);
          border: 1px solid var(--accent); border-radius: .5rem; margin: 0 0 .75rem;
        }
        button.secondary, .button.secondary { color: var(--accent); background: transparent; }
        button.danger { color: var(--error); background: transparent; border-color: var(--error); }
        button:disabled { opacity: .55; cursor: default; }
        .notice { border-left: 4px solid var(--accent); background: var(--notice-surface); padding: .75rem 1rem; border-radius: .25rem; }
        .notice.error { border-color: var(--error); background: var(--error-surface); color: var(--error); }
        .notice.success { border-color: var(--success); background: var(--success-surface); color: var(--success); }
        .notice > :last-child { margin-bottom: 0; }
        .choices { list-style: none; margin: 0; padding: 0; }
        table { width: 100%; border-collapse: collapse; }
        th, td { text-align: left; padding: .5rem .75rem; border-bottom: 1px solid var(--line); vertical-align: top; }
        .table { overflow-x: auto; }
        .visually-hidden {
          position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
        }
        @media (min-width: 40rem) { main { padding-top: 4rem; } body.wide main { padding-top: 2rem; } .card { padding: 2rem; } }
        @media (forced-colors: active) { .notice { border: 1px solid; } }
        @media (prefers-reduced-motion: reduce) { * { animation: none !important; transition: none !important; } }

        """#
}
