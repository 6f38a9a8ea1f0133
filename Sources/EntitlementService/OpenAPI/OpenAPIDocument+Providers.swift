extension OpenAPIDocument {
    /// Providers' web pages.
    static let providers = #"""
        {
          "paths": {
            "/mvpd/{provider}/saml/sso": {
              "get": {
                "operationId": "showProviderLogin",
                "tags": ["web login"],
                "security": [],
                "summary": "The provider's login page, or at once its answer for a browser that it remembers.",
                "parameters": [
                  {
                    "name": "provider",
                    "in": "path",
                    "required": true,
                    "description": "The provider, by its platform identifier.",
                    "schema": { "$ref": "#/components/schemas/ProviderID" }
                  },
                  {
                    "name": "SAMLRequest",
                    "in": "query",
                    "required": true,
                    "description": "The deflated request.",
                    "schema": { "type": "string" }
                  },
                  {
                    "name": "RelayState",
                    "in": "query",
                    "description": "What goes back with the answer.",
                    "schema": { "type": "string" }
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
                  "400": { "$ref": "#/components/responses/PageRefusal" },
                  "404": { "$ref": "#/components/responses/PageRefusal" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              },
              "post": {
                "operationId": "submitProviderLogin",
                "tags": ["web login"],
                "security": [],
                "summary": "What the person entered on the login page.",
                "parameters": [
                  {
                    "name": "provider",
                    "in": "path",
                    "required": true,
                    "description": "The provider, by its platform identifier.",
                    "schema": { "$ref": "#/components/schemas/ProviderID" }
                  }
                ],
                "requestBody": {
                  "required": true,
                  "content": {
                    "application/x-www-form-urlencoded": {
                      "schema": {
                        "type": "object",
                        "required": ["form_token", "request", "action"],
                        "properties": {
                          "form_token": { "type": "string" },
                          "request": { "type": "string", "description": "The query of the page." },
                          "username": { "type": "string", "maxLength": 256 },
                          "password": { "type": "string", "maxLength": 256 },
                          "action": { "type": "string", "enum": ["login", "cancel"] }
                        }
                      }
                    }
                  }
                },
                "responses": {
                  "200": { "$ref": "#/components/responses/Page" },
                  "400": { "$ref": "#/components/responses/PageRefusal" },
                  "403": { "$ref": "#/components/responses/PageRefusal" },
                  "404": { "$ref": "#/components/responses/PageRefusal" },
                  "413": { "$ref": "#/components/responses/HTTPError" },
                  "429": { "$ref": "#/components/responses/TooManyLogins" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/mvpd/{provider}/saml/slo": {
              "get": {
                "operationId": "logOutAtProvider",
                "tags": ["web login"],
                "security": [],
                "summary": "Ends the browser's session at the provider and answers with a signed LogoutResponse.",
                "parameters": [
                  {
                    "name": "provider",
                    "in": "path",
                    "required": true,
                    "description": "The provider, by its platform identifier.",
                    "schema": { "$ref": "#/components/schemas/ProviderID" }
                  },
                  {
                    "name": "SAMLRequest",
                    "in": "query",
                    "required": true,
                    "description": "The deflated request.",
                    "schema": { "type": "string" }
                  },
                  {
                    "name": "RelayState",
                    "in": "query",
                    "description": "What goes back with the answer.",
                    "schema": { "type": "string" }
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
                  "302": { "$ref": "#/components/responses/Redirect" },
                  "400": { "$ref": "#/components/responses/PageRefusal" },
                  "404": { "$ref": "#/components/responses/PageRefusal" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/mvpd/{provider}/saml/metadata": {
              "get": {
                "operationId": "readProviderPagesMetadata",
                "tags": ["web login"],
                "security": [],
                "summary": "The SAML metadata of the provider's web pages.",
                "parameters": [
                  {
                    "name": "provider",
                    "in": "path",
                    "required": true,
                    "description": "The provider, by its platform identifier.",
                    "schema": { "$ref": "#/components/schemas/ProviderID" }
                  }
                ],
                "responses": {
                  "200": {
                    "description": "An EntityDescriptor.",
                    "headers": { "Adobe-Request-Id": {"$ref": "#/components/headers/RequestID"} },
                    "content": { "application/samlmetadata+xml": {"schema": {"type": "string"}} }
                  },
                  "404": { "$ref": "#/components/responses/PageRefusal" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/mvpd/{provider}/logo.svg": {
              "get": {
                "operationId": "readProviderLogo",
                "tags": ["web login"],
                "security": [],
                "summary": "The provider's logo.",
                "parameters": [
                  {
                    "name": "provider",
                    "in": "path",
                    "required": true,
                    "description": "The provider, by its platform identifier.",
                    "schema": { "$ref": "#/components/schemas/ProviderID" }
                  }
                ],
                "responses": {
                  "200": {
                    "description": "A picture.",
                    "headers": {
                      "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" },
                      "X-Content-Type-Options": { "$ref": "#/components/headers/NoSniff" }
                    },
                    "content": { "image/svg+xml": {"schema": {"type": "string", "pattern": "^<svg "}} }
                  },
                  "404": { "$ref": "#/components/responses/PageRefusal" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            }
          },
          "components": {
            "responses": {
              "TooManyLogins": {
                "description": "The login page, which asks to wait.",
                "headers": {
                  "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" },
                  "Retry-After": { "required": true, "schema": {"type": "integer", "minimum": 1, "maximum": 300} },
                  "Content-Security-Policy": { "$ref": "#/components/headers/ContentSecurityPolicy" }
                },
                "content": { "text/html": {"schema": {"type": "string", "pattern": "^<!doctype html>"}} }
              }
            }
          }
        }
        """#
}
