extension OpenAPIDocument {
    /// The requests that were answered last.
    static let requests = #"""
        {
          "paths": {
            "/admin/v1/requests": {
              "get": {
                "operationId": "listRequests", "tags": ["administration"], "security": [{ "administrator": [] }],
                "summary": "Lists the newest requests of apps and browsers, oldest first, without what is secret.",
                "parameters": [
                  {
                    "name": "after", "in": "query", "description": "Only requests after this sequence number.",
                    "schema": { "type": "integer", "minimum": 0, "maximum": 9223372036854775807, "default": 0 }
                  },
                  {
                    "name": "limit", "in": "query", "description": "The most requests.",
                    "schema": { "type": "integer", "minimum": 1, "maximum": 10000, "default": 10000 }
                  }
                ],
                "responses": {
                  "200": {
                    "description": "The requests; a few thousand are kept.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": {
                      "application/json": {
                        "schema": {
                          "type": "object", "additionalProperties": false, "required": ["requests"],
                          "properties": {
                            "requests": { "type": "array", "items": { "$ref": "#/components/schemas/LoggedRequest" } }
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
              "LoggedRequest": {
                "type": "object", "additionalProperties": false,
                "required": [
                  "sequence", "time", "machineTime", "method", "path", "status", "microseconds", "requestSize", "responseSize",
                  "contentType", "request", "correlation"
                ],
                "properties": {
                  "sequence": { "type": "integer", "minimum": 1 }, "time": { "$ref": "#/components/schemas/Milliseconds" },
                  "machineTime": { "type": "integer", "description": "When it began, in Unix microseconds of the machine." },
                  "method": { "type": "string" },
                  "path": { "type": "string", "description": "Path and query; what may be secret is ***." },
                  "status": { "type": "integer", "minimum": 100, "maximum": 599 },
                  "microseconds": { "type": "integer", "minimum": 0 },
                  "requestSize": { "type": ["integer", "null"], "minimum": 0 },
                  "responseSize": { "type": ["integer", "null"], "minimum": 0 }, "contentType": { "type": "string" },
                  "request": { "type": "string", "description": "The call's Adobe-Request-Id." },
                  "correlation": { "type": ["string", "null"], "description": "The trace identifier of the call's traceparent." }
                }
              }
            }
          }
        }
        """#
}
