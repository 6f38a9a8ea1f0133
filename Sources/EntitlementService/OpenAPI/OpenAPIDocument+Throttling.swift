extension OpenAPIDocument {
    /// How often devices may call.
    static let throttling = #"""
        {
          "paths": {
            "/admin/v1/throttling": {
              "get": {
                "operationId": "readThrottling", "tags": ["administration"], "security": [{ "administrator": [] }],
                "summary": "Tells how often a device may call.",
                "responses": {
                  "200": { "$ref": "#/components/responses/Throttling" },
                  "401": { "$ref": "#/components/responses/NotAdministrator" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              },
              "put": {
                "operationId": "changeThrottling", "tags": ["administration"], "security": [{ "administrator": [] }],
                "summary": "Changes what is named, at once and until the service ends or is reset.",
                "requestBody": {
                  "required": true,
                  "content": { "application/json": { "schema": { "$ref": "#/components/schemas/ThrottlingChange" } } }
                },
                "responses": {
                  "200": { "$ref": "#/components/responses/Throttling" },
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
              "Throttling": {
                "description": "The settings in force.",
                "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                "content": {
                  "application/json": {
                    "schema": {
                      "type": "object", "additionalProperties": false,
                      "required": ["enabled", "callsPerSecond", "burst", "idleSeconds", "retryAfter"],
                      "properties": {
                        "enabled": { "type": "boolean" }, "callsPerSecond": { "type": "integer", "minimum": 1 },
                        "burst": { "type": "integer", "minimum": 0 }, "idleSeconds": { "type": "integer", "minimum": 1 },
                        "retryAfter": { "type": "boolean" }
                      }
                    }
                  }
                }
              },
              "Throttled": {
                "description": "The device calls too often: a page of the web server, and no error of the API.",
                "headers": {
                  "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" },
                  "Retry-After": { "schema": { "const": "1" } }
                },
                "content": { "text/html": { "schema": { "type": "string" } } }
              }
            },
            "schemas": {
              "ThrottlingChange": {
                "type": "object", "additionalProperties": false,
                "properties": {
                  "enabled": { "type": "boolean" }, "callsPerSecond": { "type": "integer", "minimum": 1, "maximum": 1000 },
                  "burst": { "type": "integer", "minimum": 0, "maximum": 100000 },
                  "idleSeconds": { "type": "integer", "minimum": 1, "maximum": 86400 }, "retryAfter": { "type": "boolean" }
                }
              }
            }
          }
        }
        """#
}
