extension OpenAPIDocument {
    /// What goes wrong on demand.
    static let faults = #"""
        {
          "paths": {
            "/admin/v1/faults": {
              "get": {
                "operationId": "listFaults", "tags": ["administration"], "security": [{ "administrator": [] }],
                "summary": "Lists the faults, the oldest first, with how many calls each has struck.",
                "responses": {
                  "200": {
                    "description": "The faults; those that are used up stay until they are removed.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": {
                      "application/json": {
                        "schema": {
                          "type": "object", "additionalProperties": false, "required": ["faults"],
                          "properties": { "faults": { "type": "array", "items": { "$ref": "#/components/schemas/Fault" } } }
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
                "operationId": "addFault", "tags": ["administration"], "security": [{ "administrator": [] }],
                "summary": "Adds a fault, at once and until it is removed or the service is reset or ends.",
                "requestBody": {
                  "required": true,
                  "content": { "application/json": { "schema": { "$ref": "#/components/schemas/NewFault" } } }
                },
                "responses": {
                  "201": {
                    "description": "The fault.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Fault" } } },
                    "links": {
                      "removal": { "operationId": "removeFault", "parameters": { "id": "$response.body#/id" } },
                      "release": { "operationId": "releaseFault", "parameters": { "id": "$response.body#/id" } }
                    }
                  },
                  "400": { "$ref": "#/components/responses/BadAdministration" },
                  "401": { "$ref": "#/components/responses/NotAdministrator" },
                  "409": { "$ref": "#/components/responses/BadAdministration" },
                  "413": { "$ref": "#/components/responses/HTTPError" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "415": { "$ref": "#/components/responses/UnsupportedMediaType" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              },
              "delete": {
                "operationId": "clearFaults", "tags": ["administration"], "security": [{ "administrator": [] }],
                "summary": "Removes all faults; calls that wait on them go on.",
                "responses": {
                  "204": {
                    "description": "There are none.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } }
                  },
                  "401": { "$ref": "#/components/responses/NotAdministrator" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/admin/v1/faults/{id}": {
              "delete": {
                "operationId": "removeFault", "tags": ["administration"], "security": [{ "administrator": [] }],
                "summary": "Removes a fault; calls that wait on it go on.",
                "parameters": [
                  { "name": "id", "in": "path", "required": true, "schema": { "$ref": "#/components/schemas/FaultID" } }
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
            },
            "/admin/v1/faults/{id}/release": {
              "post": {
                "operationId": "releaseFault", "tags": ["administration"], "security": [{ "administrator": [] }],
                "summary": "Lets calls go on that hang on a fault; the fault stays.",
                "parameters": [
                  {
                    "name": "id", "in": "path", "required": true, "description": "The fault, or a point for all faults there.",
                    "schema": { "$ref": "#/components/schemas/FaultID" }
                  }
                ],
                "responses": {
                  "200": {
                    "description": "How many calls went on.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": {
                      "application/json": {
                        "schema": {
                          "type": "object", "additionalProperties": false, "required": ["released"],
                          "properties": { "released": { "type": "integer", "minimum": 0 } }
                        }
                      }
                    }
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
              "FaultID": { "type": "string", "minLength": 1, "maxLength": 64, "pattern": "^[A-Za-z0-9._-]+$" },
              "FaultPoint": {
                "description": "Where: every call of an app, one endpoint, or a provider's pages and SAML responses.",
                "type": "string",
                "enum": [
                  "service.any", "service.register", "service.token", "service.config", "service.profile", "service.exchange",
                  "service.authn", "service.authorize", "service.authz", "service.media", "service.preauthorize",
                  "service.metadata", "service.logout", "service.regcode", "service.freepreview", "service.login", "mvpd.login",
                  "mvpd.saml"
                ]
              },
              "SAMLFault": {
                "type": "string",
                "enum": [
                  "expired", "not-yet-valid", "wrong-audience", "wrong-recipient", "tampered", "unsigned", "untrusted-key",
                  "wrapped", "malformed", "missing-attributes"
                ]
              },
              "NewFault": {
                "description": "One of error, saml, status, hang, disconnect, delay and jitter at least, of the first five one at most.",
                "type": "object", "additionalProperties": false, "required": ["at"],
                "properties": {
                  "id": { "$ref": "#/components/schemas/FaultID" },
                  "at": { "$ref": "#/components/schemas/FaultPoint" },
                  "applicationId": {
                    "type": "string", "minLength": 1, "maxLength": 256,
                    "description": "Only this app: applicationId of X-Device-Info, appId, or the application of its software statement."
                  },
                  "error": {
                    "type": "string", "minLength": 1, "maxLength": 64, "description": "An error code that the endpoint lists."
                  },
                  "saml": { "$ref": "#/components/schemas/SAMLFault" },
                  "status": { "type": "integer", "minimum": 200, "maximum": 599 },
                  "hang": { "type": "boolean" }, "disconnect": { "type": "boolean" },
                  "delay": { "type": "integer", "minimum": 0, "maximum": 86400000, "description": "Milliseconds." },
                  "jitter": { "type": "integer", "minimum": 0, "maximum": 86400000, "description": "Milliseconds more at most." },
                  "after": { "type": "integer", "minimum": 0, "maximum": 1000000000, "description": "Calls let through first." },
                  "times": { "type": "integer", "minimum": 0, "maximum": 1000000000, "description": "Calls struck; 0: all." },
                  "from": { "type": "integer", "minimum": 0, "maximum": 3155760000, "description": "Seconds from now." },
                  "for": { "type": "integer", "minimum": 0, "maximum": 3155760000, "description": "Seconds; 0: for ever." }
                }
              },
              "Fault": {
                "type": "object", "additionalProperties": false,
                "required": [
                  "id", "at", "applicationId", "error", "saml", "status", "hang", "disconnect", "delay", "jitter", "after", "times",
                  "from", "for", "seen", "struck", "waiting", "usedUp"
                ],
                "properties": {
                  "id": { "$ref": "#/components/schemas/FaultID" }, "at": { "$ref": "#/components/schemas/FaultPoint" },
                  "applicationId": { "type": ["string", "null"] }, "error": { "type": ["string", "null"] },
                  "saml": { "anyOf": [{ "type": "null" }, { "$ref": "#/components/schemas/SAMLFault" }] },
                  "status": { "type": ["integer", "null"] }, "hang": { "type": "boolean" }, "disconnect": { "type": "boolean" },
                  "delay": { "type": "integer" }, "jitter": { "type": "integer" }, "after": { "type": "integer" },
                  "times": { "type": "integer" }, "from": { "type": "integer" }, "for": { "type": "integer" },
                  "seen": { "type": "integer", "description": "Calls that it fitted." },
                  "struck": { "type": "integer", "description": "Calls that it struck." },
                  "waiting": { "type": "integer", "description": "Calls that hang on it now." },
                  "usedUp": { "type": "boolean", "description": "Whether it will never strike again." }
                }
              }
            }
          }
        }
        """#
}
