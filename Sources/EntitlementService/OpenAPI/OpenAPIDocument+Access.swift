extension OpenAPIDocument {
    /// Temporary passes and degradation rules.
    static let access = #"""
        {
          "paths": {
            "/api/v1/authenticate/freepreview": {
              "post": {
                "operationId": "startTemporaryPass", "tags": ["authentication"], "security": [{ "client": [] }],
                "summary": "Signs a device in with a temporary pass.",
                "description": "The trial begins with the first authorization. A trial that is over is refused with 400.",
                "parameters": [{ "$ref": "#/components/parameters/DeviceInformation" }],
                "requestBody": {
                  "required": true,
                  "content": {
                    "application/x-www-form-urlencoded": {
                      "schema": {
                        "type": "object", "required": ["requestor_id", "deviceId", "mso_id", "domain_name"],
                        "properties": {
                          "requestor_id": { "$ref": "#/components/schemas/RequestorID" },
                          "deviceId": { "$ref": "#/components/schemas/DeviceID" },
                          "appId": { "$ref": "#/components/schemas/ApplicationID" },
                          "mso_id": { "$ref": "#/components/schemas/MVPDID" },
                          "domain_name": {
                            "type": "string", "minLength": 1, "maxLength": 255, "examples": ["example.com"],
                            "description": "Has to be one of the requestor's when a resource is asked for."
                          },
                          "generic_data": {
                            "type": "string", "format": "generic-data", "maxLength": 4096,
                            "description": "A JSON object of texts that identify the user of a promotional pass."
                          }
                        }
                      }
                    }
                  }
                },
                "responses": {
                  "204": {
                    "description": "The device is signed in.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "links": {
                      "authorization": {
                        "operationId": "authorize",
                        "parameters": { "requestor": "$request.body#/requestor_id", "deviceId": "$request.body#/deviceId" }
                      }
                    }
                  },
                  "400": { "$ref": "#/components/responses/BadRequest" },
                  "401": { "$ref": "#/components/responses/Unauthorized" },
                  "403": { "$ref": "#/components/responses/Forbidden" },
                  "406": { "$ref": "#/components/responses/HTTPError" },
                  "413": { "$ref": "#/components/responses/HTTPError" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "429": { "$ref": "#/components/responses/Throttled" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/reset-tempass/v3/reset": {
              "delete": {
                "operationId": "resetTemporaryPass", "tags": ["authentication"], "security": [{ "client": [] }],
                "summary": "Gives a device, or everybody, a new trial of a temporary pass.",
                "parameters": [
                  { "$ref": "#/components/parameters/PassRequestor" }, { "$ref": "#/components/parameters/PassMVPD" },
                  {
                    "name": "device_id", "in": "query", "description": "The device; all, or none, for everybody.",
                    "schema": { "type": "string", "examples": ["all"] }
                  }
                ],
                "responses": {
                  "204": {
                    "description": "Done, whether there was a trial or not.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } }
                  },
                  "400": { "$ref": "#/components/responses/BadRequest" },
                  "401": { "$ref": "#/components/responses/Unauthorized" },
                  "403": { "$ref": "#/components/responses/Forbidden" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/reset-tempass/v3/reset/generic": {
              "delete": {
                "operationId": "resetPromotionalPass", "tags": ["authentication"], "security": [{ "client": [] }],
                "summary": "Gives a user, or everybody, a new trial of a promotional temporary pass.",
                "parameters": [
                  { "$ref": "#/components/parameters/PassRequestor" }, { "$ref": "#/components/parameters/PassMVPD" },
                  {
                    "name": "key", "in": "query",
                    "description": "The SHA-256, in hexadecimal digits, of what identifies the user; all, or none, for everybody.",
                    "schema": { "type": "string", "examples": ["all"] }
                  }
                ],
                "responses": {
                  "204": {
                    "description": "Done, whether there was a trial or not.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } }
                  },
                  "400": { "$ref": "#/components/responses/BadRequest" },
                  "401": { "$ref": "#/components/responses/Unauthorized" },
                  "403": { "$ref": "#/components/responses/Forbidden" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/admin/v1/temporary-passes": {
              "get": {
                "operationId": "listTemporaryPasses", "tags": ["administration"], "security": [{ "administrator": [] }],
                "summary": "Lists the temporary passes that requestors give, and the trials that began, newest first.",
                "parameters": [
                  {
                    "name": "cursor", "in": "query", "description": "next of the page before.",
                    "schema": { "type": "integer", "minimum": 1, "maximum": 9007199254740991 }
                  },
                  {
                    "name": "limit", "in": "query", "description": "The most trials of a page.",
                    "schema": { "type": "integer", "minimum": 1, "maximum": 500, "default": 100 }
                  }
                ],
                "responses": {
                  "200": {
                    "description": "The passes and a page of the trials.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": {
                      "application/json": {
                        "schema": {
                          "type": "object", "additionalProperties": false, "required": ["passes", "trials", "next"],
                          "properties": {
                            "passes": { "type": "array", "items": { "$ref": "#/components/schemas/TemporaryPass" } },
                            "trials": { "type": "array", "items": { "$ref": "#/components/schemas/TemporaryPassTrial" } },
                            "next": { "type": ["integer", "null"], "description": "The cursor of the next page." }
                          }
                        }
                      }
                    },
                    "links": {
                      "reset": {
                        "operationId": "resetTemporaryPasses",
                        "parameters": {
                          "requestor": "$response.body#/passes/0/requestor", "mvpd": "$response.body#/passes/0/mvpd"
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
              },
              "delete": {
                "operationId": "resetTemporaryPasses", "tags": ["administration"], "security": [{ "administrator": [] }],
                "summary": "Gives a device, a user or everybody a new trial of a temporary pass.",
                "parameters": [
                  {
                    "name": "requestor", "in": "query", "required": true, "description": "The channel.",
                    "schema": { "$ref": "#/components/schemas/RequestorID" }
                  },
                  {
                    "name": "mvpd", "in": "query", "required": true, "description": "The temporary pass.",
                    "schema": { "$ref": "#/components/schemas/MVPDID" }
                  },
                  {
                    "name": "device", "in": "query", "description": "Only this device's trial; excludes key.",
                    "schema": { "type": "string" }
                  },
                  {
                    "name": "key", "in": "query",
                    "description": "Only the trial of the user with this SHA-256; excludes device.",
                    "schema": { "type": "string" }
                  }
                ],
                "responses": {
                  "204": {
                    "description": "Done, whether there was a trial or not.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } }
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
            "/admin/v1/degradation-rules": {
              "get": {
                "operationId": "listDegradationRules", "tags": ["administration"], "security": [{ "administrator": [] }],
                "summary": "Lists the degradation rules that have not ended, oldest first.",
                "parameters": [
                  {
                    "name": "requestor", "in": "query", "description": "Only this requestor's.",
                    "schema": { "$ref": "#/components/schemas/RequestorID" }
                  }
                ],
                "responses": {
                  "200": {
                    "description": "The rules.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": { "application/json": { "schema": { "$ref": "#/components/schemas/DegradationRules" } } },
                    "links": {
                      "remove": {
                        "operationId": "removeDegradationRule", "parameters": { "id": "$response.body#/rules/0/id" }
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
                "operationId": "addDegradationRules", "tags": ["administration"], "security": [{ "administrator": [] }],
                "summary": "Adds a degradation rule for one provider or several.",
                "requestBody": {
                  "required": true,
                  "content": { "application/json": { "schema": { "$ref": "#/components/schemas/NewDegradationRules" } } }
                },
                "responses": {
                  "201": {
                    "description": "The new rules, one for each provider.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": { "application/json": { "schema": { "$ref": "#/components/schemas/DegradationRules" } } },
                    "links": {
                      "remove": {
                        "operationId": "removeDegradationRule", "parameters": { "id": "$response.body#/rules/0/id" }
                      }
                    }
                  },
                  "400": { "$ref": "#/components/responses/BadAdministration" },
                  "401": { "$ref": "#/components/responses/NotAdministrator" },
                  "404": { "$ref": "#/components/responses/NotAdministered" },
                  "409": { "$ref": "#/components/responses/BadAdministration" },
                  "413": { "$ref": "#/components/responses/HTTPError" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "415": { "$ref": "#/components/responses/UnsupportedMediaType" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/admin/v1/degradation-rules/{id}": {
              "delete": {
                "operationId": "removeDegradationRule", "tags": ["administration"], "security": [{ "administrator": [] }],
                "summary": "Removes a degradation rule; what it gave ends.",
                "parameters": [
                  {
                    "name": "id", "in": "path", "required": true, "description": "The rule.",
                    "schema": { "$ref": "#/components/schemas/UUID" }
                  }
                ],
                "responses": {
                  "204": {
                    "description": "Removed.",
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
            "parameters": {
              "PassRequestor": {
                "name": "requestor_id", "in": "query", "required": true, "description": "The channel.",
                "schema": { "$ref": "#/components/schemas/RequestorID" }
              },
              "PassMVPD": {
                "name": "mvpd_id", "in": "query", "required": true, "description": "The temporary pass.",
                "schema": { "$ref": "#/components/schemas/MVPDID" }
              }
            },
            "schemas": {
              "TemporaryPass": {
                "type": "object", "additionalProperties": false,
                "required": ["requestor", "mvpd", "kind", "ttl", "resources", "key"],
                "properties": {
                  "requestor": { "$ref": "#/components/schemas/RequestorID" },
                  "mvpd": { "$ref": "#/components/schemas/MVPDID" },
                  "kind": { "type": "string", "enum": ["basic", "promotional"] },
                  "ttl": { "$ref": "#/components/schemas/Lifetime" },
                  "resources": {
                    "type": ["integer", "null"], "minimum": 1, "description": "How many different ones; null is any number."
                  },
                  "key": { "type": ["string", "null"], "description": "The member of generic_data that identifies a user." }
                }
              },
              "TemporaryPassTrial": {
                "type": "object", "additionalProperties": false,
                "required": ["id", "requestor", "mvpd", "device", "key", "resources", "startedAt", "expiresAt", "ended"],
                "properties": {
                  "id": { "$ref": "#/components/schemas/UUID" },
                  "requestor": { "$ref": "#/components/schemas/RequestorID" },
                  "mvpd": { "$ref": "#/components/schemas/MVPDID" },
                  "device": { "type": "string", "description": "The device that began it." },
                  "key": { "type": ["string", "null"], "description": "The SHA-256 of what identifies the user." },
                  "resources": { "type": "array", "items": { "type": "string" } },
                  "startedAt": { "type": "integer", "description": "Unix milliseconds." },
                  "expiresAt": { "type": "integer", "description": "Unix milliseconds." },
                  "ended": { "type": "boolean" }
                }
              },
              "DegradationKind": { "type": "string", "enum": ["authn-all", "authz-all", "authz-none"] },
              "DegradationRule": {
                "type": "object", "additionalProperties": false,
                "required": [
                  "id", "requestor", "mvpd", "kind", "resources", "platform", "message", "createdAt", "expiresAt"
                ],
                "properties": {
                  "id": { "$ref": "#/components/schemas/UUID" },
                  "requestor": { "$ref": "#/components/schemas/RequestorID" },
                  "mvpd": { "$ref": "#/components/schemas/MVPDID" },
                  "kind": { "$ref": "#/components/schemas/DegradationKind" },
                  "resources": { "type": "array", "items": { "type": "string" }, "description": "None stands for all." },
                  "platform": { "type": ["string", "null"], "description": "ios, tvos; null is every device." },
                  "message": { "type": ["string", "null"], "description": "What viewers are told when it denies." },
                  "createdAt": { "type": "integer", "description": "Unix milliseconds." },
                  "expiresAt": { "type": ["integer", "null"], "description": "Unix milliseconds; null is when it is removed." }
                }
              },
              "DegradationRules": {
                "type": "object", "additionalProperties": false, "required": ["rules"],
                "properties": { "rules": { "type": "array", "items": { "$ref": "#/components/schemas/DegradationRule" } } }
              },
              "NewDegradationRules": {
                "type": "object", "additionalProperties": false, "required": ["requestor", "mvpd", "kind"],
                "properties": {
                  "requestor": { "$ref": "#/components/schemas/RequestorID" },
                  "mvpd": {
                    "description": "The provider, by either identifier, or several.",
                    "anyOf": [
                      { "$ref": "#/components/schemas/MVPDID" },
                      {
                        "type": "array", "minItems": 1, "maxItems": 100, "items": { "$ref": "#/components/schemas/MVPDID" }
                      }
                    ]
                  },
                  "kind": { "$ref": "#/components/schemas/DegradationKind" },
                  "resources": {
                    "type": ["array", "null"], "maxItems": 100,
                    "items": { "type": "string", "minLength": 1, "maxLength": 1000 },
                    "description": "Resources, or channel titles of media RSS. None stands for all."
                  },
                  "platform": { "anyOf": [{ "type": "null" }, { "$ref": "#/components/schemas/Platform" }] },
                  "message": { "type": ["string", "null"], "minLength": 1, "maxLength": 1000 },
                  "expiresIn": { "anyOf": [{ "type": "null" }, { "$ref": "#/components/schemas/Lifetime" }] }
                }
              },
              "ResourceDenial": {
                "type": "object", "additionalProperties": false, "required": ["deny"],
                "properties": {
                  "deny": {
                    "type": "string",
                    "enum": [
                      "authorization_denied_by_mvpd", "authorization_denied_by_parental_controls",
                      "authorization_denied_by_hba_policies", "authorization_denied_by_session_invalidated",
                      "identity_not_recognized_by_mvpd", "network_received_error", "network_connection_timeout",
                      "maximum_execution_time_exceeded"
                    ]
                  },
                  "message": { "type": ["string", "null"], "minLength": 1, "maxLength": 1000 }
                }
              },
              "ResourceDenials": {
                "description": "What the provider answers for some resources, whoever asks; * stands for all others.",
                "type": "object", "additionalProperties": { "$ref": "#/components/schemas/ResourceDenial" }
              }
            }
          }
        }
        """#
}
