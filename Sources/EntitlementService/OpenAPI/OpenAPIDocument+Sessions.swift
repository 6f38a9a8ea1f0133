extension OpenAPIDocument {
    /// What an operator does: sessions, subscribers, usage.
    static let sessions = #"""
        {
          "paths": {
            "/admin/v1/sessions": {
              "get": {
                "operationId": "listSessions",
                "tags": ["administration"],
                "security": [{ "administrator": [] }],
                "summary": "Lists sign-ins, the newest first.",
                "parameters": [
                  {
                    "name": "requestor",
                    "in": "query",
                    "description": "Only this requestor's.",
                    "schema": { "$ref": "#/components/schemas/RequestorID" }
                  },
                  {
                    "name": "mvpd",
                    "in": "query",
                    "description": "Only this provider's.",
                    "schema": { "$ref": "#/components/schemas/MVPDID" }
                  },
                  {
                    "name": "user",
                    "in": "query",
                    "description": "Only this user's, by the provider's identifier.",
                    "schema": { "type": "string" }
                  },
                  { "name": "device", "in": "query", "description": "Only this device's.", "schema": { "type": "string" } },
                  {
                    "name": "state",
                    "in": "query",
                    "description": "Whether they have ended.",
                    "schema": { "type": "string", "enum": ["in-force", "ended", "all"], "default": "in-force" }
                  },
                  {
                    "name": "cursor",
                    "in": "query",
                    "description": "The next of the page before.",
                    "schema": { "type": "integer", "minimum": 0, "maximum": 9223372036854775807 }
                  },
                  {
                    "name": "limit",
                    "in": "query",
                    "description": "The most of a page.",
                    "schema": { "type": "integer", "minimum": 1, "maximum": 200, "default": 50 }
                  }
                ],
                "responses": {
                  "200": {
                    "description": "A page.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": {
                      "application/json": {
                        "schema": {
                          "type": "object",
                          "additionalProperties": false,
                          "required": ["sessions", "next", "total"],
                          "properties": {
                            "sessions": { "type": "array", "items": { "$ref": "#/components/schemas/Session" } },
                            "next": { "type": ["integer", "null"], "description": "The cursor of the next page." },
                            "total": { "type": "integer", "minimum": 0 }
                          }
                        }
                      }
                    },
                    "links": {
                      "one": { "operationId": "readSession", "parameters": { "id": "$response.body#/sessions/0/id" } },
                      "authorizations": {
                        "operationId": "listAuthorizations",
                        "parameters": { "id": "$response.body#/sessions/0/id" }
                      },
                      "revocation": {
                        "operationId": "revokeSession",
                        "parameters": { "id": "$response.body#/sessions/0/id" }
                      }
                    }
                  },
                  "400": { "$ref": "#/components/responses/BadAdministration" },
                  "401": { "$ref": "#/components/responses/NotAdministrator" },
                  "404": { "$ref": "#/components/responses/NotAdministered" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/admin/v1/sessions/{id}": {
              "parameters": [
                { "name": "id", "in": "path", "required": true, "schema": { "$ref": "#/components/schemas/UUID" } }
              ],
              "get": {
                "operationId": "readSession",
                "tags": ["administration"],
                "security": [{ "administrator": [] }],
                "summary": "Tells about a sign-in.",
                "responses": {
                  "200": {
                    "description": "The sign-in.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Session" } } }
                  },
                  "401": { "$ref": "#/components/responses/NotAdministrator" },
                  "404": { "$ref": "#/components/responses/NotAdministered" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              },
              "delete": {
                "operationId": "revokeSession",
                "tags": ["administration"],
                "security": [{ "administrator": [] }],
                "summary": "Ends a sign-in and its authorizations.",
                "responses": {
                  "204": {
                    "description": "It is gone.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } }
                  },
                  "401": { "$ref": "#/components/responses/NotAdministrator" },
                  "404": { "$ref": "#/components/responses/NotAdministered" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/admin/v1/sessions/{id}/authorizations": {
              "get": {
                "operationId": "listAuthorizations",
                "tags": ["administration"],
                "security": [{ "administrator": [] }],
                "summary": "Lists what a sign-in is authorized for, the newest first.",
                "parameters": [
                  { "name": "id", "in": "path", "required": true, "schema": { "$ref": "#/components/schemas/UUID" } },
                  {
                    "name": "cursor",
                    "in": "query",
                    "description": "The next of the page before.",
                    "schema": { "type": "integer", "minimum": 0, "maximum": 9223372036854775807 }
                  },
                  {
                    "name": "limit",
                    "in": "query",
                    "description": "The most of a page.",
                    "schema": { "type": "integer", "minimum": 1, "maximum": 200, "default": 50 }
                  }
                ],
                "responses": {
                  "200": {
                    "description": "A page.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": {
                      "application/json": {
                        "schema": {
                          "type": "object",
                          "additionalProperties": false,
                          "required": ["authorizations", "next"],
                          "properties": {
                            "authorizations": {
                              "type": "array",
                              "items": {
                                "type": "object",
                                "additionalProperties": false,
                                "required": ["resource", "mvpd", "degraded", "expiresAt"],
                                "properties": {
                                  "resource": { "type": "string" },
                                  "mvpd": { "$ref": "#/components/schemas/MVPDID" },
                                  "degraded": { "type": "boolean" },
                                  "expiresAt": { "$ref": "#/components/schemas/Milliseconds" }
                                }
                              }
                            },
                            "next": { "type": ["integer", "null"], "description": "The cursor of the next page." }
                          }
                        }
                      }
                    }
                  },
                  "400": { "$ref": "#/components/responses/BadAdministration" },
                  "401": { "$ref": "#/components/responses/NotAdministrator" },
                  "404": { "$ref": "#/components/responses/NotAdministered" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/admin/v1/subscribers": {
              "get": {
                "operationId": "listSubscribers",
                "tags": ["administration"],
                "security": [{ "administrator": [] }],
                "summary": "Lists the providers' subscribers.",
                "parameters": [
                  {
                    "name": "provider",
                    "in": "query",
                    "description": "Only this provider's.",
                    "schema": { "$ref": "#/components/schemas/ProviderID" }
                  }
                ],
                "responses": {
                  "200": {
                    "description": "The subscribers, without passwords.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": {
                      "application/json": {
                        "schema": {
                          "type": "object",
                          "additionalProperties": false,
                          "required": ["subscribers"],
                          "properties": {
                            "subscribers": {
                              "type": "array",
                              "items": {
                                "type": "object",
                                "additionalProperties": false,
                                "required": ["provider", "username", "userId", "channels", "suspended"],
                                "properties": {
                                  "provider": { "$ref": "#/components/schemas/ProviderID" },
                                  "username": { "type": "string" },
                                  "userId": { "type": "string" },
                                  "channels": { "type": "array", "items": { "type": "string" } },
                                  "suspended": { "type": "boolean" }
                                }
                              }
                            }
                          }
                        }
                      }
                    }
                  },
                  "400": { "$ref": "#/components/responses/BadAdministration" },
                  "401": { "$ref": "#/components/responses/NotAdministrator" },
                  "404": { "$ref": "#/components/responses/NotAdministered" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/admin/v1/usage": {
              "get": {
                "operationId": "readUsage",
                "tags": ["administration"],
                "security": [{ "administrator": [] }],
                "summary": "Tells how often what happened, by hour, since the service was started and for a week at most.",
                "parameters": [
                  {
                    "name": "requestor",
                    "in": "query",
                    "description": "Only this requestor's.",
                    "schema": { "$ref": "#/components/schemas/RequestorID" }
                  },
                  {
                    "name": "since",
                    "in": "query",
                    "description": "Unix milliseconds.",
                    "schema": { "type": "integer", "minimum": 0, "maximum": 9223372036854775807, "default": 0 }
                  }
                ],
                "responses": {
                  "200": {
                    "description": "The hours, oldest first; those without events are missing.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": {
                      "application/json": {
                        "schema": {
                          "type": "object",
                          "additionalProperties": false,
                          "required": ["hours"],
                          "properties": {
                            "hours": {
                              "type": "array",
                              "items": {
                                "type": "object",
                                "additionalProperties": false,
                                "required": ["start", "requestor", "counts"],
                                "properties": {
                                  "start": { "$ref": "#/components/schemas/Milliseconds" },
                                  "requestor": { "type": "string" },
                                  "counts": {
                                    "type": "object",
                                    "additionalProperties": false,
                                    "required": [
                                      "authn-attempts", "authn-pending", "authn-successful", "authn-failed",
                                      "authz-attempts", "authz-successful", "authz-failed", "authz-rejected", "media-tokens",
                                      "unique-sessions"
                                    ],
                                    "properties": {
                                      "authn-attempts": { "type": "integer", "minimum": 0 },
                                      "authn-pending": { "type": "integer", "minimum": 0 },
                                      "authn-successful": { "type": "integer", "minimum": 0 },
                                      "authn-failed": { "type": "integer", "minimum": 0 },
                                      "authz-attempts": { "type": "integer", "minimum": 0 },
                                      "authz-successful": { "type": "integer", "minimum": 0 },
                                      "authz-failed": { "type": "integer", "minimum": 0 },
                                      "authz-rejected": { "type": "integer", "minimum": 0 },
                                      "media-tokens": { "type": "integer", "minimum": 0 },
                                      "unique-sessions": { "type": "integer", "minimum": 0 }
                                    }
                                  }
                                }
                              }
                            }
                          }
                        }
                      }
                    }
                  },
                  "400": { "$ref": "#/components/responses/BadAdministration" },
                  "401": { "$ref": "#/components/responses/NotAdministrator" },
                  "404": { "$ref": "#/components/responses/NotAdministered" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            }
          },
          "components": {
            "schemas": {
              "Session": {
                "type": "object",
                "additionalProperties": false,
                "required": ["id", "requestor", "deviceId", "appId", "mvpd", "userId", "source", "createdAt", "expiresAt"],
                "properties": {
                  "id": { "$ref": "#/components/schemas/UUID" },
                  "requestor": { "$ref": "#/components/schemas/RequestorID" },
                  "deviceId": { "type": "string" },
                  "appId": { "type": "string" },
                  "mvpd": { "$ref": "#/components/schemas/MVPDID" },
                  "userId": { "type": "string" },
                  "source": { "type": "string", "description": "How it came to be: apple, regular, degradation …" },
                  "createdAt": { "$ref": "#/components/schemas/Milliseconds" },
                  "expiresAt": { "$ref": "#/components/schemas/Milliseconds" },
                  "platform": { "$ref": "#/components/schemas/Platform" },
                  "visitorId": { "type": "string" },
                  "device": { "type": "object", "additionalProperties": { "type": "string" } }
                }
              }
            }
          }
        }
        """#
}
