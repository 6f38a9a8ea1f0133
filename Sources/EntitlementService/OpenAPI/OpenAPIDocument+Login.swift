extension OpenAPIDocument {
    /// Login and logout in a browser, in the service's role.
    static let login = #"""
        {
          "tags": [{"name": "web login", "description": "Login and logout in a browser"}],
          "paths": {
            "/api/v1/authenticate": {
              "get": {
                "operationId": "startLogin",
                "tags": ["web login"],
                "security": [],
                "summary": "Sends the browser to the provider's login page with a signed AuthnRequest.",
                "parameters": [
                  {
                    "name": "reg_code",
                    "in": "query",
                    "required": true,
                    "description": "The registration code of the device that is to be signed in.",
                    "schema": { "type": "string", "pattern": "^[A-HJ-NP-Z2-9]{7}$" }
                  },
                  {
                    "name": "requestor_id",
                    "in": "query",
                    "required": true,
                    "description": "The channel.",
                    "schema": { "$ref": "#/components/schemas/RequestorID" }
                  },
                  {
                    "name": "mso_id",
                    "in": "query",
                    "required": true,
                    "description": "The provider, by its MVPD identifier.",
                    "schema": { "$ref": "#/components/schemas/MVPDID" }
                  },
                  {
                    "name": "domain_name",
                    "in": "query",
                    "required": true,
                    "description": "A registered domain of the channel.",
                    "schema": { "type": "string", "minLength": 1, "maxLength": 255, "examples": ["example.com"] }
                  },
                  { "name": "noflash", "in": "query", "description": "A residue.", "schema": {"type": "string"} },
                  { "name": "no_iframe", "in": "query", "description": "A residue.", "schema": {"type": "string"} },
                  {
                    "name": "is_passive",
                    "in": "query",
                    "description": "true: the provider must not ask the person.",
                    "schema": { "type": "string", "enum": ["true", "false"] }
                  },
                  {
                    "name": "force_authn",
                    "in": "query",
                    "description": "true: the provider must ask the person, even if it remembers the browser.",
                    "schema": { "type": "string", "enum": ["true", "false"] }
                  },
                  {
                    "name": "redirect_url",
                    "in": "query",
                    "required": true,
                    "description": "Where to end: adobepass://ios.app, a registered scheme or domain, or http://127.0.0.1:PORT/.",
                    "schema": { "type": "string", "minLength": 1, "maxLength": 2048, "examples": ["adobepass://ios.app"] }
                  }
                ],
                "responses": {
                  "302": { "$ref": "#/components/responses/Redirect" },
                  "400": { "$ref": "#/components/responses/PageRefusal" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "429": { "$ref": "#/components/responses/PageRefusal" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/adobe-services/authenticate/saml": {
              "get": {
                "operationId": "startLoginByAnotherAddress",
                "tags": ["web login"],
                "security": [],
                "summary": "The same as /api/v1/authenticate.",
                "parameters": [
                  {
                    "name": "reg_code",
                    "in": "query",
                    "required": true,
                    "description": "The registration code of the device that is to be signed in.",
                    "schema": { "type": "string", "pattern": "^[A-HJ-NP-Z2-9]{7}$" }
                  },
                  {
                    "name": "requestor_id",
                    "in": "query",
                    "required": true,
                    "description": "The channel.",
                    "schema": { "$ref": "#/components/schemas/RequestorID" }
                  },
                  {
                    "name": "mso_id",
                    "in": "query",
                    "required": true,
                    "description": "The provider, by its MVPD identifier.",
                    "schema": { "$ref": "#/components/schemas/MVPDID" }
                  },
                  {
                    "name": "domain_name",
                    "in": "query",
                    "required": true,
                    "description": "A registered domain of the channel.",
                    "schema": { "type": "string", "minLength": 1, "maxLength": 255, "examples": ["example.com"] }
                  },
                  { "name": "noflash", "in": "query", "description": "A residue.", "schema": {"type": "string"} },
                  { "name": "no_iframe", "in": "query", "description": "A residue.", "schema": {"type": "string"} },
                  {
                    "name": "is_passive",
                    "in": "query",
                    "description": "true: the provider must not ask the person.",
                    "schema": { "type": "string", "enum": ["true", "false"] }
                  },
                  {
                    "name": "force_authn",
                    "in": "query",
                    "description": "true: the provider must ask the person, even if it remembers the browser.",
                    "schema": { "type": "string", "enum": ["true", "false"] }
                  },
                  {
                    "name": "redirect_url",
                    "in": "query",
                    "required": true,
                    "description": "Where to end: adobepass://ios.app, a registered scheme or domain, or http://127.0.0.1:PORT/.",
                    "schema": { "type": "string", "minLength": 1, "maxLength": 2048, "examples": ["adobepass://ios.app"] }
                  }
                ],
                "responses": {
                  "302": { "$ref": "#/components/responses/Redirect" },
                  "400": { "$ref": "#/components/responses/PageRefusal" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "429": { "$ref": "#/components/responses/PageRefusal" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/sp/saml/SAMLAssertionConsumer": {
              "post": {
                "operationId": "consumeAssertion",
                "tags": ["web login"],
                "security": [],
                "summary": "Takes a provider's signed answer, which a browser brings.",
                "requestBody": {
                  "required": true,
                  "content": {
                    "application/x-www-form-urlencoded": {
                      "schema": {
                        "type": "object",
                        "required": ["SAMLResponse", "RelayState"],
                        "properties": {
                          "SAMLResponse": { "type": "string", "minLength": 1, "description": "Base64 of the XML." },
                          "RelayState": { "type": "string", "maxLength": 1024 }
                        }
                      }
                    }
                  }
                },
                "responses": {
                  "302": { "$ref": "#/components/responses/Redirect" },
                  "400": { "$ref": "#/components/responses/PageRefusal" },
                  "403": { "$ref": "#/components/responses/PageRefusal" },
                  "413": { "$ref": "#/components/responses/HTTPError" },
                  "503": { "$ref": "#/components/responses/PageRefusal" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/adobe-services/logout": {
              "get": {
                "operationId": "startLogout",
                "tags": ["web login"],
                "security": [],
                "summary": "Ends a device's sign-in, and at the provider with a signed LogoutRequest.",
                "parameters": [
                  {
                    "name": "requestor_id",
                    "in": "query",
                    "required": true,
                    "description": "The channel.",
                    "schema": { "$ref": "#/components/schemas/RequestorID" }
                  },
                  {
                    "name": "mso_id",
                    "in": "query",
                    "description": "The provider, by its MVPD identifier.",
                    "schema": { "$ref": "#/components/schemas/MVPDID" }
                  },
                  {
                    "name": "deviceId",
                    "in": "query",
                    "description": "The device; pt_device_id is taken too.",
                    "schema": { "$ref": "#/components/schemas/DeviceID" }
                  },
                  {
                    "name": "pt_device_id",
                    "in": "query",
                    "description": "Another name of deviceId.",
                    "schema": { "$ref": "#/components/schemas/DeviceID" }
                  },
                  {
                    "name": "appId",
                    "in": "query",
                    "description": "Keeps tokens apart from other apps.",
                    "schema": { "$ref": "#/components/schemas/ApplicationID" }
                  },
                  { "name": "noflash", "in": "query", "description": "A residue.", "schema": {"type": "string"} },
                  {
                    "name": "redirect_url",
                    "in": "query",
                    "description": "Where the browser ends; without it at a page that says so.",
                    "schema": { "type": "string", "minLength": 1, "maxLength": 2048, "examples": ["adobepass://ios.app"] }
                  }
                ],
                "responses": {
                  "200": { "$ref": "#/components/responses/Page" },
                  "302": { "$ref": "#/components/responses/Redirect" },
                  "400": { "$ref": "#/components/responses/PageRefusal" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/sp/saml/LogoutServiceHTTPRedirectResponse": {
              "get": {
                "operationId": "completeLogout",
                "tags": ["web login"],
                "security": [],
                "summary": "Takes a provider's signed LogoutResponse, which a browser brings.",
                "parameters": [
                  {
                    "name": "SAMLResponse",
                    "in": "query",
                    "required": true,
                    "description": "The deflated response.",
                    "schema": { "type": "string" }
                  },
                  {
                    "name": "RelayState",
                    "in": "query",
                    "description": "What goes back with the answer.",
                    "schema": { "type": "string" },
                    "required": true
                  },
                  {
                    "name": "SigAlg",
                    "in": "query",
                    "required": true,
                    "description": "RSA-SHA256.",
                    "schema": { "type": "string" }
                  },
                  {
                    "name": "Signature",
                    "in": "query",
                    "required": true,
                    "description": "Over the other three, as they stand in the query.",
                    "schema": { "type": "string" }
                  }
                ],
                "responses": {
                  "200": { "$ref": "#/components/responses/Page" },
                  "302": { "$ref": "#/components/responses/Redirect" },
                  "400": { "$ref": "#/components/responses/PageRefusal" },
                  "403": { "$ref": "#/components/responses/PageRefusal" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            }
          },
          "components": {
            "responses": {
              "Redirect": {
                "description": "The browser goes on.",
                "headers": {
                  "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" },
                  "Location": { "required": true, "schema": {"type": "string", "minLength": 1} }
                }
              }
            }
          }
        }
        """#
}
