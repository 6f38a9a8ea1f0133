extension OpenAPIDocument {
    /// The dashboard's pages.
    static let dashboard = #"""
        {
          "paths": {
            "/dashboard": {
              "get": {
                "operationId": "dashboardOverview", "tags": ["dashboard"], "security": [],
                "summary": "The dashboard's overview.",
                "parameters": [
                  { "name": "notice", "in": "query", "description": "What the page says was changed; the service made it up.",
                    "schema": { "type": "string" } }
                ],
                "responses": {
                  "200": { "$ref": "#/components/responses/Page" },
                  "303": { "$ref": "#/components/responses/DashboardRedirect" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "421": { "$ref": "#/components/responses/PageRefusal" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/dashboard/open": {
              "get": {
                "operationId": "dashboardOpen", "tags": ["dashboard"], "security": [],
                "summary": "Logs a browser in with a link of POST /admin/v1/dashboard-links.",
                "parameters": [
                  { "name": "link", "in": "query", "description": "The link's key; good once, for 60 seconds.",
                    "schema": { "type": "string" } }
                ],
                "responses": {
                  "303": { "$ref": "#/components/responses/DashboardRedirect" },
                  "403": { "$ref": "#/components/responses/PageRefusal" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/admin/v1/dashboard-links": {
              "post": {
                "operationId": "createDashboardLink", "tags": ["administration"], "security": [{ "administrator": [] }],
                "summary": "Makes a link that logs a browser in to the dashboard, once, within 60 seconds.",
                "responses": {
                  "201": {
                    "description": "The link.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": {
                      "application/json": {
                        "schema": {
                          "type": "object", "additionalProperties": false, "required": ["path", "expiresIn"],
                          "properties": {
                            "path": { "type": "string", "pattern": "^/dashboard/open\\?link=[0-9a-f]{64}$" },
                            "url": {
                              "type": "string", "format": "uri",
                              "description": "The public URL, which the path follows; missing where none is configured."
                            },
                            "expiresIn": { "type": "integer", "minimum": 1, "description": "Seconds." }
                          }
                        }
                      }
                    }
                  },
                  "400": { "$ref": "#/components/responses/HTTPError" },
                  "401": { "$ref": "#/components/responses/NotAdministrator" },
                  "413": { "$ref": "#/components/responses/HTTPError" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/dashboard/integrations": {
              "get": {
                "operationId": "dashboardIntegrations", "tags": ["dashboard"], "security": [],
                "summary": "Requestors by providers.",
                "parameters": [
                  { "name": "notice", "in": "query", "description": "What the page says was changed; the service made it up.",
                    "schema": { "type": "string" } }
                ],
                "responses": {
                  "200": { "$ref": "#/components/responses/Page" },
                  "303": { "$ref": "#/components/responses/DashboardRedirect" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "421": { "$ref": "#/components/responses/PageRefusal" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/dashboard/applications": {
              "get": {
                "operationId": "dashboardApplications", "tags": ["dashboard"], "security": [],
                "summary": "Registered applications, schemes, certificates.",
                "parameters": [
                  { "name": "notice", "in": "query", "description": "What the page says was changed; the service made it up.",
                    "schema": { "type": "string" } }
                ],
                "responses": {
                  "200": { "$ref": "#/components/responses/Page" },
                  "303": { "$ref": "#/components/responses/DashboardRedirect" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "421": { "$ref": "#/components/responses/PageRefusal" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/dashboard/applications/{id}/statement": {
              "get": {
                "operationId": "dashboardStatement", "tags": ["dashboard"], "security": [],
                "summary": "Downloads the statement of an application.",
                "parameters": [
                  { "name": "id", "in": "path", "required": true, "description": "The identifier.",
                    "schema": { "type": "string", "minLength": 1 } }
                ],
                "responses": {
                  "200": { "$ref": "#/components/responses/DashboardStatement" },
                  "303": { "$ref": "#/components/responses/DashboardRedirect" },
                  "404": { "$ref": "#/components/responses/PageRefusal" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "421": { "$ref": "#/components/responses/PageRefusal" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/dashboard/live": {
              "get": {
                "operationId": "dashboardLive", "tags": ["dashboard"], "security": [],
                "summary": "The timeline, live.",
                "parameters": [
                  { "name": "text", "in": "query", "description": "A word that the events have.",
                    "schema": { "type": "string" } },
                  { "name": "before", "in": "query", "description": "Only events before this place: time and number of one, as 1763870000123456.s12.",
                    "schema": { "type": "string" } },
                  { "name": "notice", "in": "query", "description": "What the page says was changed; the service made it up.",
                    "schema": { "type": "string" } }
                ],
                "responses": {
                  "200": { "$ref": "#/components/responses/Page" },
                  "303": { "$ref": "#/components/responses/DashboardRedirect" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "421": { "$ref": "#/components/responses/PageRefusal" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/dashboard/requests/{id}": {
              "get": {
                "operationId": "dashboardRequest", "tags": ["dashboard"], "security": [],
                "summary": "The events of one request.",
                "parameters": [
                  { "name": "id", "in": "path", "required": true, "description": "The identifier.",
                    "schema": { "type": "string", "minLength": 1 } }
                ],
                "responses": {
                  "200": { "$ref": "#/components/responses/Page" },
                  "303": { "$ref": "#/components/responses/DashboardRedirect" },
                  "404": { "$ref": "#/components/responses/PageRefusal" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "421": { "$ref": "#/components/responses/PageRefusal" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/dashboard/events": {
              "get": {
                "operationId": "dashboardEvents", "tags": ["dashboard"], "security": [],
                "summary": "The timeline as server-sent events; only a request that accepts text/event-stream by name stays open.",
                "parameters": [
                  { "name": "text", "in": "query", "description": "A word that the events have.",
                    "schema": { "type": "string" } },
                  { "name": "after", "in": "query", "description": "The newest event of each journal that was seen, as s12.d40.l3.",
                    "schema": { "type": "string" } },
                  { "name": "Last-Event-ID", "in": "header", "description": "The same; it comes first.",
                    "schema": { "type": "string" } }
                ],
                "responses": {
                  "200": { "$ref": "#/components/responses/DashboardEvents" },
                  "401": { "$ref": "#/components/responses/HTTPError" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "421": { "$ref": "#/components/responses/PageRefusal" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" },
                  "503": { "$ref": "#/components/responses/HTTPError" }
                }
              }
            },
            "/dashboard/login": {
              "get": {
                "operationId": "dashboardLogin", "tags": ["dashboard"], "security": [],
                "summary": "The dashboard's login.",
                "responses": {
                  "200": { "$ref": "#/components/responses/Page" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/dashboard/sessions": {
              "get": {
                "operationId": "dashboardSessions", "tags": ["dashboard"], "security": [],
                "summary": "Sessions.",
                "parameters": [
                  { "name": "requestor", "in": "query", "description": "Of this requestor only.",
                    "schema": { "type": "string" } },
                  { "name": "mvpd", "in": "query", "description": "Of this provider only.",
                    "schema": { "type": "string" } },
                  { "name": "state", "in": "query", "description": "in-force, ended or all.",
                    "schema": { "type": "string" } },
                  { "name": "cursor", "in": "query", "description": "The next page.",
                    "schema": { "type": "string" } },
                  { "name": "notice", "in": "query", "description": "What the page says was changed; the service made it up.",
                    "schema": { "type": "string" } }
                ],
                "responses": {
                  "200": { "$ref": "#/components/responses/Page" },
                  "303": { "$ref": "#/components/responses/DashboardRedirect" },
                  "400": { "$ref": "#/components/responses/DashboardRefusal" },
                  "404": { "$ref": "#/components/responses/DashboardRefusal" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "421": { "$ref": "#/components/responses/PageRefusal" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/dashboard/sessions/{id}": {
              "get": {
                "operationId": "dashboardSession", "tags": ["dashboard"], "security": [],
                "summary": "One session.",
                "parameters": [
                  { "name": "id", "in": "path", "required": true, "description": "The identifier.",
                    "schema": { "type": "string", "minLength": 1 } }
                ],
                "responses": {
                  "200": { "$ref": "#/components/responses/Page" },
                  "303": { "$ref": "#/components/responses/DashboardRedirect" },
                  "404": { "$ref": "#/components/responses/PageRefusal" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "421": { "$ref": "#/components/responses/PageRefusal" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/dashboard/passes": {
              "get": {
                "operationId": "dashboardPasses", "tags": ["dashboard"], "security": [],
                "summary": "Temporary passes, trials, degradation rules.",
                "parameters": [
                  { "name": "notice", "in": "query", "description": "What the page says was changed; the service made it up.",
                    "schema": { "type": "string" } }
                ],
                "responses": {
                  "200": { "$ref": "#/components/responses/Page" },
                  "303": { "$ref": "#/components/responses/DashboardRedirect" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "421": { "$ref": "#/components/responses/PageRefusal" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/dashboard/usage": {
              "get": {
                "operationId": "dashboardUsage", "tags": ["dashboard"], "security": [],
                "summary": "Usage, hour by hour.",
                "parameters": [
                  { "name": "notice", "in": "query", "description": "What the page says was changed; the service made it up.",
                    "schema": { "type": "string" } }
                ],
                "responses": {
                  "200": { "$ref": "#/components/responses/Page" },
                  "303": { "$ref": "#/components/responses/DashboardRedirect" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "421": { "$ref": "#/components/responses/PageRefusal" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/dashboard/requestors": {
              "get": {
                "operationId": "dashboardRequestors", "tags": ["dashboard"], "security": [],
                "summary": "Custom schemes and certificates.",
                "parameters": [
                  { "name": "notice", "in": "query", "description": "What the page says was changed; the service made it up.",
                    "schema": { "type": "string" } }
                ],
                "responses": {
                  "200": { "$ref": "#/components/responses/Page" },
                  "303": { "$ref": "#/components/responses/DashboardRedirect" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "421": { "$ref": "#/components/responses/PageRefusal" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            }
          },
          "components": {
            "responses": {
              "DashboardRedirect": {
                "description": "What was asked for is done, or a login is needed: the page to go to.",
                "headers": {
                  "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" },
                  "Location": { "required": true, "schema": { "type": "string", "pattern": "^/dashboard" } },
                  "Referrer-Policy": { "$ref": "#/components/headers/NoReferrer" }
                }
              },
              "DashboardRefusal": {
                "description": "Nothing was changed; the page names the field and what it takes.",
                "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                "content": {
                  "text/html": { "schema": { "type": "string", "pattern": "^<!doctype html>" } },
                  "application/json": { "schema": { "$ref": "#/components/schemas/HTTPError" } }
                }
              },
              "DashboardEvents": {
                "description": "Server-sent events (HTML standard, section 9.2), one for each event of the timeline, with the event as HTML.",
                "headers": {
                  "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" },
                  "X-Content-Type-Options": { "$ref": "#/components/headers/NoSniff" }
                },
                "content": { "text/event-stream": {} }
              },
              "DashboardStatement": {
                "description": "The software statement, a signed JWT.",
                "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                "content": { "text/plain": { "schema": { "type": "string" } } }
              }
            }
          },
          "tags": [{ "name": "dashboard", "description": "The operator's pages" }]
        }
        """#
}
