extension OpenAPIDocument {
    /// What an operator does: software statements and the journal.
    static let statements = #"""
        {
          "paths": {
            "/admin/v1/statements": {
              "get": {
                "operationId": "listStatements", "tags": ["administration"], "security": [{ "administrator": [] }],
                "summary": "Lists the software statements, revoked ones included.",
                "responses": {
                  "200": {
                    "description": "The statements, oldest first.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": {
                      "application/json": {
                        "schema": {
                          "type": "object", "additionalProperties": false, "required": ["statements"],
                          "properties": {
                            "statements": { "type": "array", "items": { "$ref": "#/components/schemas/Statement" } }
                          }
                        }
                      }
                    }
                  },
                  "401": { "$ref": "#/components/responses/NotAdministrator" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              },
              "post": {
                "operationId": "issueStatement", "tags": ["administration"], "security": [{ "administrator": [] }],
                "summary": "Issues a software statement.",
                "requestBody": {
                  "required": true,
                  "content": {
                    "application/json": {
                      "schema": {
                        "type": "object", "required": ["requestor"],
                        "properties": {
                          "requestor": {
                            "description": "A requestor, or * for all.",
                            "anyOf": [{ "$ref": "#/components/schemas/RequestorID" }, { "const": "*" }]
                          },
                          "name": { "type": "string", "maxLength": 256 },
                          "platforms": {
                            "anyOf": [
                              { "type": "null" }, { "$ref": "#/components/schemas/Platform" },
                              { "type": "array", "maxItems": 16, "items": { "$ref": "#/components/schemas/Platform" } }
                            ]
                          },
                          "scheme": {
                            "anyOf": [
                              { "type": "null" }, { "$ref": "#/components/schemas/URLScheme" },
                              { "type": "array", "maxItems": 16, "items": { "$ref": "#/components/schemas/URLScheme" } }
                            ]
                          }
                        }
                      }
                    }
                  }
                },
                "responses": {
                  "201": {
                    "description": "The statement.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Statement" } } },
                    "links": {
                      "registration": {
                        "operationId": "registerClient",
                        "requestBody": { "software_statement": "$response.body#/statement" }
                      },
                      "revocation": { "operationId": "revokeStatement", "parameters": { "id": "$response.body#/id" } }
                    }
                  },
                  "400": { "$ref": "#/components/responses/BadAdministration" },
                  "401": { "$ref": "#/components/responses/NotAdministrator" },
                  "404": { "$ref": "#/components/responses/NotAdministered" },
                  "413": { "$ref": "#/components/responses/HTTPError" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "415": { "$ref": "#/components/responses/UnsupportedMediaType" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/admin/v1/statements/{id}": {
              "delete": {
                "operationId": "revokeStatement", "tags": ["administration"], "security": [{ "administrator": [] }],
                "summary": "Revokes a software statement; apps that registered with it are refused.",
                "parameters": [
                  { "name": "id", "in": "path", "required": true, "schema": { "$ref": "#/components/schemas/StatementID" } }
                ],
                "responses": {
                  "204": {
                    "description": "It is revoked, perhaps since long.",
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
            "/admin/v1/journal": {
              "get": {
                "operationId": "readJournal", "tags": ["administration"], "security": [{ "administrator": [] }],
                "summary": "Tells what happened, oldest first.",
                "parameters": [
                  {
                    "name": "after", "in": "query", "description": "Only entries after this sequence number.",
                    "schema": { "type": "integer", "minimum": 0, "maximum": 9223372036854775807, "default": 0 }
                  },
                  {
                    "name": "wait", "in": "query", "description": "Seconds to wait for an entry when there is none yet.",
                    "schema": { "type": "integer", "minimum": 0, "maximum": 30, "default": 0 }
                  },
                  {
                    "name": "limit", "in": "query", "description": "The most entries.",
                    "schema": { "type": "integer", "minimum": 1, "maximum": 10000, "default": 10000 }
                  },
                  {
                    "name": "documents", "in": "query", "description": "Whether SAML messages come along, as XML.",
                    "schema": { "type": "boolean", "default": false }
                  }
                ],
                "responses": {
                  "200": {
                    "description": "The entries.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": {
                      "application/json": {
                        "schema": {
                          "type": "object", "additionalProperties": false, "required": ["entries", "latest"],
                          "properties": {
                            "entries": { "type": "array", "items": { "$ref": "#/components/schemas/JournalEntry" } },
                            "latest": { "type": "integer", "minimum": 0, "description": "The number of the newest entry." }
                          }
                        }
                      }
                    }
                  },
                  "400": { "$ref": "#/components/responses/BadAdministration" },
                  "401": { "$ref": "#/components/responses/NotAdministrator" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            }
          },
          "components": {
            "schemas": {
              "URLScheme": {
                "type": "string", "maxLength": 64, "pattern": "^[A-Za-z][A-Za-z0-9+.-]*$", "examples": ["adbe.example"]
              },
              "StatementID": {
                "description": "Drawn by the service; the identifier of the application where a scenario registers one.",
                "type": "string", "minLength": 1, "maxLength": 256
              },
              "Statement": {
                "type": "object", "additionalProperties": false,
                "required": ["id", "requestor", "name", "platforms", "schemes", "statement", "issuedAt", "revoked"],
                "properties": {
                  "id": { "$ref": "#/components/schemas/StatementID" },
                  "requestor": { "type": "string", "description": "The requestor, or * for all." },
                  "name": { "type": "string" },
                  "platforms": { "type": "array", "items": { "$ref": "#/components/schemas/Platform" } },
                  "schemes": { "type": "array", "items": { "$ref": "#/components/schemas/URLScheme" } },
                  "statement": { "type": "string", "description": "The signed JWT, which the app carries." },
                  "issuedAt": { "$ref": "#/components/schemas/Seconds" },
                  "revoked": { "type": "boolean" }
                }
              },
              "JournalEntry": {
                "type": "object", "additionalProperties": false,
                "required": ["sequence", "time", "machineTime", "event", "outcome", "request", "correlation", "details"],
                "properties": {
                  "sequence": { "type": "integer", "minimum": 1 },
                  "time": { "$ref": "#/components/schemas/Milliseconds" },
                  "machineTime": { "type": "integer", "description": "Unix microseconds of the machine." },
                  "correlation": { "type": ["string", "null"], "description": "The trace identifier of the call's traceparent." },
                  "document": { "type": ["string", "null"], "description": "The SAML message." },
                  "event": { "type": "string", "pattern": "^[a-z]+\\.[a-z-]+$" },
                  "outcome": { "type": "string", "description": "ok, or the code of the refusal." },
                  "request": { "type": "string", "description": "The call's Adobe-Request-Id." },
                  "details": { "type": "object", "additionalProperties": { "type": "string" } }
                }
              }
            }
          }
        }
        """#
}
