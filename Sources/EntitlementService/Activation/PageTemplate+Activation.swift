extension PageTemplate {
    /// Asks for the code that a television shows.
    static let activation = PageTemplate(
        #"""
        {{<layout}}{{$body}}
        <section class="card">
        <h1>{{title}}</h1>
        <p id="hint">Enter the code that your TV shows. Upper and lower case and blanks do not matter.</p>
        <div aria-live="assertive">
        {{#error}}
        <p class="notice error" id="error">{{.}}</p>
        {{/error}}
        </div>
        <form method="post" action="/activate">
        <input type="hidden" name="form_token" value="{{form_token}}">
        <label for="code">Code</label>
        <input id="code" class="code-field" name="code" value="{{code}}" required maxlength="32" autocomplete="one-time-code"
          autocapitalize="characters" spellcheck="false" autofocus
          aria-describedby="hint{{#error}} error{{/error}}"{{#error}} aria-invalid="true"{{/error}}>
        <button>Continue</button>
        </form>
        </section>
        {{/body}}{{/layout}}
        """#)

    /// Lets a person choose the provider to log in at.
    static let activationProviders = PageTemplate(
        #"""
        {{<layout}}{{$body}}
        <section class="card">
        <h1>{{title}}</h1>
        <p>You log in <strong>{{device}}</strong> to watch <strong>{{requestor}}</strong>.</p>
        <p class="notice">Go on only if your own TV shows this code: <strong class="nowrap"><code>{{code}}</code></strong></p>
        {{#search}}
        <form method="get" action="/activate/providers" role="search">
        <input type="hidden" name="code" value="{{code}}">
        <label for="q">Find your TV provider</label>
        <input id="q" name="q" type="search" value="{{query}}" maxlength="64" autocomplete="off">
        <button class="secondary">Search</button>
        </form>
        {{/search}}
        {{#none}}
        <p class="notice" role="status">{{.}}</p>
        {{/none}}
        <ul class="choices">
        {{#providers}}
        <li><a class="choice" href="{{address}}"><img src="{{logo}}" alt="" width="40" height="40"><span>{{name}}</span></a></li>
        {{/providers}}
        </ul>
        {{#others}}
        <p><a href="{{.}}">Choose another TV provider</a></p>
        {{/others}}
        {{#pass}}
        <h2>No TV provider?</h2>
        <form method="post" action="/activate/preview">
        <input type="hidden" name="form_token" value="{{form_token}}">
        <input type="hidden" name="code" value="{{code}}">
        <button class="secondary">Watch with {{.}}</button>
        </form>
        {{/pass}}
        </section>
        {{/body}}{{/layout}}
        """#)

    /// Sends the person back to the television.
    static let activationDone = PageTemplate(
        #"""
        {{<layout}}{{$body}}
        <section class="card">
        <h1>{{title}}</h1>
        <p class="notice success" role="status">You logged in {{device}}{{#provider}} with {{.}}{{/provider}}.</p>
        <p>Go back to your TV: {{requestor}} goes on there in a moment. You can close this page.</p>
        </section>
        {{/body}}{{/layout}}
        """#)
}

extension Asset {
    /// The activation pages: the large field of the code, the list of providers.
    static let activation = Asset(
        "activation", .style,
        #"""
        .code-field {
          font: 600 1.75rem/1.25 ui-monospace, "DejaVu Sans Mono", "Liberation Mono", monospace;
          letter-spacing: .2em; text-transform: uppercase; text-align: center;
        }
        .nowrap { white-space: nowrap; }
        .choice {
          display: flex; align-items: center; gap: .75rem; min-height: 3.5rem; padding: .5rem .75rem; margin: 0 0 .5rem;
          color: var(--text); font-weight: 600; text-decoration: none; border: 1px solid var(--line); border-radius: .5rem;
        }
        .choice:hover { border-color: var(--accent); }
        .choice img { border-radius: .5rem; }

        """#)
}
