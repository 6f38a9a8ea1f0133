extension OpenAPIDocument {
    /// What an operator does: registered applications.
    static let applications = #"""
        {
          "paths": {
            "/admin/v1/applications": {
              "get": {
                "operationId": "listApplications",
                "tags": ["administration"],
                "security": [{ "administrator": [] }],
                "summary": "Lists the registered applications, revoked ones included.",
                "parameters": [
                  {
                    "name": "requestor",
                    "in": "query",
                    "description": "Only this requestor's.",
                    "schema": { "$ref": "#/components/schemas/RequestorID" }
                  }
                ],
                "responses": {
                  "200": {
                    "description": "The applications, oldest first.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": {
                      "application/json": {
                        "schema": {
                          "type": "object",
                          "additionalProperties": false,
                          "required": ["applications"],
                          "properties": {
                            "applications": { "type": "array", "items": { "$ref": "#/components/schemas/Application" } }
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
              },
              "post": {
                "operationId": "createApplication",
                "tags": ["administration"],
                "security": [{ "administrator": [] }],
                "summary": "Registers an application; its statement can be downloaded then.",
                "requestBody": {
                  "required": true,
                  "content": {
                    "application/json": {
                      "schema": {
                        "type": "object",
                        "additionalProperties": false,
                        "required": ["name"],
                        "properties": {
                          "name": {
                            "type": "string",
                            "minLength": 1,
                            "maxLength": 256,
                            "pattern": "^[^\\x00-\\x1f\\x7f]+$"
                          },
                          "version": {
                            "type": ["string", "null"],
                            "minLength": 1,
                            "maxLength": 64,
                            "pattern": "^[^\\x00-\\x1f\\x7f]+$"
                          },
                          "requestors": {
                            "description": "Empty or missing: all.",
                            "type": ["array", "null"],
                            "maxItems": 64,
                            "items": { "$ref": "#/components/schemas/RequestorID" }
                          },
                          "platforms": {
                            "type": ["array", "null"],
                            "maxItems": 2,
                            "items": { "$ref": "#/components/schemas/Platform" }
                          },
                          "schemes": {
                            "description": "Missing: those of the requestors.",
                            "type": ["array", "null"],
                            "maxItems": 64,
                            "items": { "$ref": "#/components/schemas/URLScheme" }
                          },
                          "domains": {
                            "description": "Missing: those of the requestors.",
                            "type": ["array", "null"],
                            "maxItems": 64,
                            "items": { "$ref": "#/components/schemas/Domain" }
                          }
                        }
                      }
                    }
                  }
                },
                "responses": {
                  "201": {
                    "description": "The application.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Application" } } },
                    "links": {
                      "one": { "operationId": "readApplication", "parameters": { "id": "$response.body#/id" } },
                      "statement": { "operationId": "downloadStatement", "parameters": { "id": "$response.body#/id" } },
                      "revocation": { "operationId": "revokeApplication", "parameters": { "id": "$response.body#/id" } }
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
            "/admin/v1/applications/{id}": {
              "get": {
                "operationId": "readApplication",
                "tags": ["administration"],
                "security": [{ "administrator": [] }],
                "summary": "Tells about a registered application.",
                "parameters": [
                  { "name": "id", "in": "path", "required": true, "schema": { "$ref": "#/components/schemas/UUID" } }
                ],
                "responses": {
                  "200": {
                    "description": "The application.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Application" } } }
                  },
                  "401": { "$ref": "#/components/responses/NotAdministrator" },
                  "404": { "$ref": "#/components/responses/NotAdministered" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/admin/v1/applications/{id}/statement": {
              "get": {
                "operationId": "downloadStatement",
                "tags": ["administration"],
                "security": [{ "administrator": [] }],
                "summary": "Gives the software statement, a file for the application.",
                "parameters": [
                  { "name": "id", "in": "path", "required": true, "schema": { "$ref": "#/components/schemas/UUID" } }
                ],
                "responses": {
                  "200": {
                    "description": "The signed JWT.",
                    "headers": {
                      "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" },
                      "Content-Disposition": {
                        "required": true,
                        "schema": { "type": "string", "pattern": "^attachment; filename=" }
                      }
                    },
                    "content": {
                      "text/plain": {
                        "schema": { "type": "string", "pattern": "^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$" }
                      }
                    }
                  },
                  "401": { "$ref": "#/components/responses/NotAdministrator" },
                  "404": { "$ref": "#/components/responses/NotAdministered" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/admin/v1/applications/{id}/revoke": {
              "post": {
                "operationId": "revokeApplication",
                "tags": ["administration"],
                "security": [{ "administrator": [] }],
                "summary": "Revokes an application: apps that registered with its statement are refused.",
                "parameters": [
                  { "name": "id", "in": "path", "required": true, "schema": { "$ref": "#/components/schemas/UUID" } }
                ],
                "responses": {
                  "200": {
                    "description": "The application, which is revoked now.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Application" } } }
                  },
                  "400": { "$ref": "#/components/responses/HTTPError" },
                  "401": { "$ref": "#/components/responses/NotAdministrator" },
                  "404": { "$ref": "#/components/responses/NotAdministered" },
                  "413": { "$ref": "#/components/responses/HTTPError" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            }
          },
          "components": {
            "schemas": {
              "Application": {
                "type": "object",
                "additionalProperties": false,
                "required": ["id", "name", "requestors", "platforms", "schemes", "issuedAt", "revoked"],
                "properties": {
                  "id": { "$ref": "#/components/schemas/UUID" },
                  "name": { "type": "string" },
                  "version": { "type": "string" },
                  "requestors": {
                    "description": "Empty: all.",
                    "type": "array",
                    "items": { "$ref": "#/components/schemas/RequestorID" }
                  },
                  "platforms": { "type": "array", "items": { "$ref": "#/components/schemas/Platform" } },
                  "schemes": { "type": "array", "items": { "$ref": "#/components/schemas/URLScheme" } },
                  "domains": { "type": "array", "items": { "$ref": "#/components/schemas/Domain" } },
                  "issuedAt": { "$ref": "#/components/schemas/Seconds" },
                  "revoked": { "type": "boolean" }
                }
              }
            }
          }
        }
        """#
}
