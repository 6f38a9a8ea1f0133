extension OpenAPIDocument {
    /// What others tell of the device and of apps.
    static let timeline = #"""
        {
          "paths": {
            "/admin/v1/timeline": {
              "get": {
                "operationId": "awaitViewers", "tags": ["administration"], "security": [{ "administrator": [] }],
                "summary": "Tells how many look at the dashboard's timeline.",
                "parameters": [
                  {
                    "name": "wait", "in": "query", "description": "Seconds to wait for the first when there is none yet.",
                    "schema": { "type": "integer", "minimum": 0, "maximum": 30, "default": 0 }
                  }
                ],
                "responses": {
                  "200": { "$ref": "#/components/responses/Viewers" },
                  "400": { "$ref": "#/components/responses/BadAdministration" },
                  "401": { "$ref": "#/components/responses/NotAdministrator" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              },
              "post": {
                "operationId": "shareTimeline", "tags": ["administration"], "security": [{ "administrator": [] }],
                "summary": "Shows entries of the journals of the device and of apps on the dashboard; the newest 1,000 are kept.",
                "requestBody": {
                  "required": true,
                  "content": {
                    "application/json": {
                      "schema": {
                        "type": "object", "additionalProperties": false, "required": ["entries"],
                        "properties": {
                          "entries": { "type": "array", "maxItems": 500, "items": { "$ref": "#/components/schemas/SharedEntry" } }
                        }
                      }
                    }
                  }
                },
                "responses": {
                  "200": { "$ref": "#/components/responses/Viewers" },
                  "400": { "$ref": "#/components/responses/BadAdministration" },
                  "401": { "$ref": "#/components/responses/NotAdministrator" },
                  "413": { "$ref": "#/components/responses/HTTPError" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "415": { "$ref": "#/components/responses/UnsupportedMediaType" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            }
          },
          "components": {
            "responses": {
              "Viewers": {
                "description": "How many look.",
                "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                "content": {
                  "application/json": {
                    "schema": {
                      "type": "object", "additionalProperties": false, "required": ["viewers"],
                      "properties": { "viewers": { "type": "integer", "minimum": 0, "maximum": 64 } }
                    }
                  }
                }
              }
            },
            "schemas": {
              "SharedEntry": {
                "type": "object", "additionalProperties": false, "required": ["id", "machineTime", "time", "event"],
                "properties": {
                  "id": {
                    "type": "string", "pattern": "^[dl][0-9]{1,18}$", "examples": ["d12", "l3"],
                    "description": "The letter of the journal, d the device's and l the library's, and the number there."
                  },
                  "machineTime": {
                    "type": "integer", "minimum": 0, "maximum": 9223372036854775807,
                    "description": "Unix microseconds of the machine."
                  },
                  "time": {
                    "type": "integer", "minimum": -9223372036854775808, "maximum": 9223372036854775807,
                    "description": "Unix milliseconds of the journal's own clock."
                  },
                  "event": { "type": "string", "minLength": 1, "maxLength": 128, "pattern": "^[^\\x00-\\x1f\\x7f]*$" },
                  "application": {
                    "type": ["string", "null"], "minLength": 1, "maxLength": 256, "pattern": "^[^\\x00-\\x1f\\x7f]*$"
                  },
                  "correlation": {
                    "type": ["string", "null"], "minLength": 1, "maxLength": 64, "pattern": "^[^\\x00-\\x1f\\x7f]*$",
                    "description": "The trace id of the call that it belongs to."
                  },
                  "details": { "type": "object", "description": "What else there is to say, at most 8,192 bytes of JSON." }
                }
              }
            }
          }
        }
        """#
}
