extension OpenAPIDocument {
    /// The service's clock.
    static let clock = #"""
        {
          "paths": {
            "/admin/v1/clock": {
              "get": {
                "operationId": "readClock", "tags": ["administration"], "security": [{ "administrator": [] }],
                "summary": "Tells what the service's clock shows.",
                "responses": {
                  "200": { "$ref": "#/components/responses/Clock" },
                  "401": { "$ref": "#/components/responses/NotAdministrator" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              },
              "put": {
                "operationId": "setClock", "tags": ["administration"], "security": [{ "administrator": [] }],
                "summary": "Sets the service's clock; tokens, codes, SAML messages and the clean-up go by it.",
                "requestBody": {
                  "required": true,
                  "content": {
                    "application/json": {
                      "schema": {
                        "type": "object", "additionalProperties": false, "required": ["specification"],
                        "properties": { "specification": { "$ref": "#/components/schemas/ClockSpecification" } }
                      }
                    }
                  }
                },
                "responses": {
                  "200": { "$ref": "#/components/responses/Clock" },
                  "400": { "$ref": "#/components/responses/BadAdministration" },
                  "401": { "$ref": "#/components/responses/NotAdministrator" },
                  "413": { "$ref": "#/components/responses/HTTPError" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "415": { "$ref": "#/components/responses/UnsupportedMediaType" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/admin/v1/clock/advance": {
              "post": {
                "operationId": "advanceClock", "tags": ["administration"], "security": [{ "administrator": [] }],
                "summary": "Moves the service's clock forward, or back; one that stands still stands still there.",
                "requestBody": {
                  "required": true,
                  "content": {
                    "application/json": {
                      "schema": {
                        "type": "object", "additionalProperties": false, "required": ["milliseconds"],
                        "properties": { "milliseconds": { "type": "integer", "minimum": -3153600000000, "maximum": 3153600000000 } }
                      }
                    }
                  }
                },
                "responses": {
                  "200": { "$ref": "#/components/responses/Clock" },
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
              "Clock": {
                "description": "The clock.",
                "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                "content": {
                  "application/json": {
                    "schema": {
                      "type": "object", "additionalProperties": false,
                      "required": ["specification", "mode", "offset", "time", "machineTime"],
                      "properties": {
                        "specification": { "$ref": "#/components/schemas/ClockSpecification" },
                        "mode": { "type": "string", "enum": ["real", "offset", "frozen"] },
                        "offset": { "type": "integer", "description": "Milliseconds before the machine's time." },
                        "time": { "type": "integer", "description": "Unix milliseconds that the clock shows." },
                        "machineTime": { "type": "integer", "description": "The machine's Unix milliseconds." }
                      }
                    }
                  }
                }
              }
            },
            "schemas": {
              "ClockSpecification": {
                "description": "The machine's time, the machine's time and so many seconds, or a Unix time at which it stands still.",
                "type": "string", "pattern": "^(real|(offset|frozen):-?[0-9]{1,12}(\\.[0-9]{1,3})?)$", "examples": ["offset:3600"]
              }
            }
          }
        }
        """#
}
