extension OpenAPIDocument {
    /// What the pages have in common.
    static let pages = #"""
        {
          "tags": [{ "name": "pages", "description": "What browsers show" }],
          "paths": {
            "/assets/{name}": {
              "get": {
                "operationId": "readAsset", "tags": ["pages"], "security": [], "summary": "A style sheet or a script of the pages.",
                "parameters": [
                  {
                    "name": "name", "in": "path", "required": true, "description": "A name with a hash of the content.",
                    "schema": { "type": "string", "pattern": "^[a-z-]+-[0-9a-f]{16}\\.(css|js)$" }
                  }
                ],
                "responses": {
                  "200": {
                    "description": "The asset, which never changes.",
                    "headers": {
                      "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" },
                      "Cache-Control": { "required": true, "schema": { "type": "string" } },
                      "X-Content-Type-Options": { "required": true, "schema": { "const": "nosniff" } }
                    },
                    "content": {
                      "text/css": { "schema": { "type": "string" } }, "text/javascript": { "schema": { "type": "string" } }
                    }
                  },
                  "404": { "$ref": "#/components/responses/HTTPError" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            }
          },
          "components": {
            "headers": {
              "ContentSecurityPolicy": {
                "description": "What the page may do: next to nothing.", "required": true,
                "schema": { "type": "string", "pattern": "^default-src 'none'; " }
              },
              "NoSniff": { "required": true, "schema": { "const": "nosniff" } },
              "NoReferrer": { "required": true, "schema": { "const": "no-referrer" } }
            },
            "responses": {
              "Page": {
                "description": "A page for people.",
                "headers": {
                  "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" },
                  "Content-Security-Policy": { "$ref": "#/components/headers/ContentSecurityPolicy" },
                  "X-Content-Type-Options": { "$ref": "#/components/headers/NoSniff" },
                  "Referrer-Policy": { "$ref": "#/components/headers/NoReferrer" }
                },
                "content": { "text/html": { "schema": { "type": "string", "pattern": "^<!doctype html>" } } }
              },
              "PageRefusal": {
                "description": "A page that says what happened and what to do now.",
                "headers": {
                  "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" },
                  "Content-Security-Policy": { "$ref": "#/components/headers/ContentSecurityPolicy" },
                  "X-Content-Type-Options": { "$ref": "#/components/headers/NoSniff" },
                  "Referrer-Policy": { "$ref": "#/components/headers/NoReferrer" }
                },
                "content": { "text/html": { "schema": { "type": "string", "pattern": "^<!doctype html>" } } }
              }
            }
          }
        }
        """#
}
