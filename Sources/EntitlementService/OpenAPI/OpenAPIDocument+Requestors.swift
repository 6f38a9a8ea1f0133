extension OpenAPIDocument {
    /// What an operator does: requestors and their URL schemes.
    static let requestors = #"""
        {
          "paths": {
            "/admin/v1/requestors": {
              "get": {
                "operationId": "listRequestors",
                "tags": ["administration"],
                "security": [{ "administrator": [] }],
                "summary": "Lists the requestors.",
                "responses": {
                  "200": {
                    "description": "The requestors, in the order of the world.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": {
                      "application/json": {
                        "schema": {
                          "type": "object",
                          "additionalProperties": false,
                          "required": ["requestors"],
                          "properties": {
                            "requestors": { "type": "array", "items": { "$ref": "#/components/schemas/Requestor" } }
                          }
                        }
                      }
                    },
                    "links": {
                      "one": {
                        "operationId": "readRequestor",
                        "parameters": { "requestor": "$response.body#/requestors/0/id" }
                      }
                    }
                  },
                  "401": { "$ref": "#/components/responses/NotAdministrator" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/admin/v1/requestors/{requestor}": {
              "parameters": [{ "$ref": "#/components/parameters/RequestorPath" }],
              "get": {
                "operationId": "readRequestor",
                "tags": ["administration"],
                "security": [{ "administrator": [] }],
                "summary": "Tells what a requestor is set up with.",
                "responses": {
                  "200": {
                    "description": "The requestor.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Requestor" } } },
                    "links": {
                      "change": { "operationId": "changeRequestor", "parameters": { "requestor": "$response.body#/id" } }
                    }
                  },
                  "401": { "$ref": "#/components/responses/NotAdministrator" },
                  "404": { "$ref": "#/components/responses/NotAdministered" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              },
              "put": {
                "operationId": "changeRequestor",
                "tags": ["administration"],
                "security": [{ "administrator": [] }],
                "summary": "Changes a requestor; what is not named, or null, stays.",
                "requestBody": {
                  "required": true,
                  "content": { "application/json": { "schema": { "$ref": "#/components/schemas/RequestorChange" } } }
                },
                "responses": {
                  "200": {
                    "description": "The requestor as it is now.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Requestor" } } }
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
            "/admin/v1/custom-schemes": {
              "get": {
                "operationId": "listCustomSchemes",
                "tags": ["administration"],
                "security": [{ "administrator": [] }],
                "summary": "Lists the URL schemes of requestors' applications.",
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
                    "description": "The schemes.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": {
                      "application/json": {
                        "schema": {
                          "type": "object",
                          "additionalProperties": false,
                          "required": ["customSchemes"],
                          "properties": {
                            "customSchemes": { "type": "array", "items": { "$ref": "#/components/schemas/CustomScheme" } }
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
                "operationId": "generateCustomScheme",
                "tags": ["administration"],
                "security": [{ "administrator": [] }],
                "summary": "Makes up a URL scheme for a requestor.",
                "requestBody": {
                  "required": true,
                  "content": {
                    "application/json": {
                      "schema": {
                        "type": "object",
                        "additionalProperties": false,
                        "required": ["requestor"],
                        "properties": { "requestor": { "$ref": "#/components/schemas/RequestorID" } }
                      }
                    }
                  }
                },
                "responses": {
                  "201": {
                    "description": "The scheme.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": { "application/json": { "schema": { "$ref": "#/components/schemas/CustomScheme" } } },
                    "links": {
                      "removal": {
                        "operationId": "removeCustomScheme",
                        "parameters": { "requestor": "$response.body#/requestor", "scheme": "$response.body#/scheme" }
                      }
                    }
                  },
                  "400": { "$ref": "#/components/responses/BadAdministration" },
                  "401": { "$ref": "#/components/responses/NotAdministrator" },
                  "404": { "$ref": "#/components/responses/NotAdministered" },
                  "409": { "$ref": "#/components/responses/Conflict" },
                  "413": { "$ref": "#/components/responses/HTTPError" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "415": { "$ref": "#/components/responses/UnsupportedMediaType" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/admin/v1/custom-schemes/{requestor}/{scheme}": {
              "delete": {
                "operationId": "removeCustomScheme",
                "tags": ["administration"],
                "security": [{ "administrator": [] }],
                "summary": "Takes a URL scheme away from a requestor.",
                "parameters": [
                  { "$ref": "#/components/parameters/RequestorPath" },
                  {
                    "name": "scheme",
                    "in": "path",
                    "required": true,
                    "schema": { "$ref": "#/components/schemas/URLScheme" }
                  }
                ],
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
            }
          },
          "components": {
            "responses": {
              "Conflict": {
                "description": "There are as many as there may be; nothing was changed.",
                "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                "content": { "application/json": { "schema": { "$ref": "#/components/schemas/AdministrationRefusal" } } }
              }
            },
            "schemas": {
              "Domain": {
                "type": "string",
                "maxLength": 253,
                "pattern": "^[A-Za-z0-9-]{1,63}(\\.[A-Za-z0-9-]{1,63})*$",
                "examples": ["example.com"]
              },
              "Address": {
                "type": "string",
                "maxLength": 2048,
                "pattern": "^[A-Za-z][A-Za-z0-9+.-]{0,63}://[!-\\[\\]-~]+$",
                "examples": ["adbe.example://ios.app"]
              },
              "CustomScheme": {
                "type": "object",
                "additionalProperties": false,
                "required": ["requestor", "scheme"],
                "properties": {
                  "requestor": { "$ref": "#/components/schemas/RequestorID" },
                  "scheme": { "$ref": "#/components/schemas/URLScheme" }
                }
              },
              "Requestor": {
                "type": "object",
                "additionalProperties": false,
                "required": [
                  "id", "name", "domains", "customSchemes", "authnTTL", "authzTTL", "mediaTTL", "enhancedErrors",
                  "denialLimit", "denialPeriod", "deviceIdMetadata", "defaultRedirectURL"
                ],
                "properties": {
                  "id": { "$ref": "#/components/schemas/RequestorID" },
                  "name": { "type": "string" },
                  "domains": { "type": "array", "items": { "type": "string" } },
                  "customSchemes": { "type": "array", "items": { "$ref": "#/components/schemas/URLScheme" } },
                  "authnTTL": { "type": "integer", "minimum": 1, "description": "Seconds." },
                  "authzTTL": { "type": "integer", "minimum": 1, "description": "Seconds." },
                  "mediaTTL": { "type": "integer", "minimum": 1, "description": "Seconds." },
                  "enhancedErrors": { "type": "boolean" },
                  "denialLimit": { "type": "integer", "minimum": 0 },
                  "denialPeriod": { "type": "integer", "minimum": 1, "description": "Seconds." },
                  "deviceIdMetadata": { "type": "boolean" },
                  "defaultRedirectURL": { "type": ["string", "null"] }
                }
              },
              "RequestorChange": {
                "type": "object",
                "additionalProperties": false,
                "properties": {
                  "name": {
                    "type": ["string", "null"],
                    "minLength": 1,
                    "maxLength": 256,
                    "pattern": "^[^\\x00-\\x1f\\x7f]+$"
                  },
                  "domains": {
                    "type": ["array", "null"],
                    "maxItems": 64,
                    "items": { "$ref": "#/components/schemas/Domain" }
                  },
                  "customSchemes": {
                    "type": ["array", "null"],
                    "maxItems": 64,
                    "items": { "$ref": "#/components/schemas/URLScheme" }
                  },
                  "authnTTL": { "anyOf": [{ "type": "null" }, { "$ref": "#/components/schemas/Lifetime" }] },
                  "authzTTL": { "anyOf": [{ "type": "null" }, { "$ref": "#/components/schemas/Lifetime" }] },
                  "mediaTTL": { "anyOf": [{ "type": "null" }, { "$ref": "#/components/schemas/Lifetime" }] },
                  "enhancedErrors": { "type": ["boolean", "null"] },
                  "denialLimit": { "type": ["integer", "null"], "minimum": 0, "maximum": 1000000 },
                  "denialPeriod": { "anyOf": [{ "type": "null" }, { "$ref": "#/components/schemas/Lifetime" }] },
                  "deviceIdMetadata": { "type": ["boolean", "null"] },
                  "defaultRedirectURL": {
                    "description": "Where a browser goes after a login or logout that names no address; empty is nowhere.",
                    "anyOf": [{ "type": "null" }, { "const": "" }, { "$ref": "#/components/schemas/Address" }]
                  }
                }
              }
            }
          }
        }
        """#
}
