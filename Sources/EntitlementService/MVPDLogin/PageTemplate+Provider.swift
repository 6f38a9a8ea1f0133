extension PageTemplate {
    /// A provider's login page.
    static let providerLogin = PageTemplate(
        #"""
        {{<layout}}{{$body}}
        <section class="card">
        <p class="brand"><img class="logo" src="{{logo}}" alt="" width="56" height="56"><span>{{provider}}</span></p>
        <h1>{{title}}</h1>
        {{#requestor}}
        <p class="quiet">to watch {{.}}</p>
        {{/requestor}}
        <div aria-live="assertive">
        {{#error}}
        <p class="notice error" id="error">{{.}}</p>
        {{/error}}
        </div>
        <form method="post" action="{{action}}" data-once>
        <input type="hidden" name="form_token" value="{{form_token}}">
        <input type="hidden" name="request" value="{{request}}">
        <label for="username">User name</label>
        <input id="username" name="username" value="{{username}}" required maxlength="256" autocomplete="username"
          autocapitalize="none" spellcheck="false"{{^hasUsername}} autofocus{{/hasUsername}}
          {{#error}}aria-invalid="true" aria-describedby="error"{{/error}}>
        <label for="password">Password</label>
        <input id="password" name="password" type="password" required maxlength="256"
          autocomplete="current-password"{{#hasUsername}} autofocus{{/hasUsername}}
          {{#error}}aria-invalid="true" aria-describedby="error"{{/error}}>
        <button name="action" value="login">Log in</button>
        <button class="secondary" name="action" value="cancel" formnovalidate>Cancel</button>
        </form>
        </section>
        {{/body}}{{/layout}}
        """#)

    /// A page that only leads on: the browser brings a message from one party to the other.
    static let forward = PageTemplate(
        #"""
        {{<layout}}{{$body}}
        <section class="card">
        <p class="brand"><img class="logo" src="{{logo}}" alt="" width="56" height="56"><span>{{provider}}</span></p>
        <h1>{{title}}</h1>
        <p>{{text}}</p>
        <form method="post" action="{{action}}" data-submit>
        {{#fields}}
        <input type="hidden" name="{{name}}" value="{{value}}">
        {{/fields}}
        <button>Continue</button>
        </form>
        </section>
        {{/body}}{{/layout}}
        """#)
}
