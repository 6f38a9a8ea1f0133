extension OpenAPIDocument {
    /// Scenarios and snapshots.
    static let scenario = #"""
        {
          "paths": {
            "/admin/v1/scenario": {
              "get": {
                "operationId": "exportScenario", "tags": ["administration"], "security": [{ "administrator": [] }],
                "summary": "Tells the service's state as a scenario document; what the device knows is not in it.",
                "responses": {
                  "200": {
                    "description": "A vsa-scenario/1 document that says everything.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": { "application/json": { "schema": { "$ref": "#/components/schemas/ScenarioDocument" } } }
                  },
                  "401": { "$ref": "#/components/responses/NotAdministrator" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/admin/v1/scenario/prepare": {
              "post": {
                "operationId": "prepareScenario", "tags": ["administration"], "security": [{ "administrator": [] }],
                "summary": "Checks a scenario and keeps it ready; nothing changes yet.",
                "requestBody": {
                  "required": true, "content": { "application/json": { "schema": { "$ref": "#/components/schemas/ScenarioDocument" } } }
                },
                "responses": {
                  "200": {
                    "description": "Under which number it is ready.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Generation" } } }
                  },
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
            "/admin/v1/scenario/commit": {
              "post": {
                "operationId": "commitScenario", "tags": ["administration"], "security": [{ "administrator": [] }],
                "summary": "Makes what is ready the state of the service, in one step; a scenario is what a reset returns to from then on. What was made ready before it is forgotten.",
                "requestBody": {
                  "required": true, "content": { "application/json": { "schema": { "$ref": "#/components/schemas/CommittedGeneration" } } }
                },
                "responses": {
                  "200": {
                    "description": "It is loaded.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": { "application/json": { "schema": { "$ref": "#/components/schemas/LoadedGeneration" } } }
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
            "/admin/v1/scenario/rollback": {
              "post": {
                "operationId": "rollBackScenario", "tags": ["administration"], "security": [{ "administrator": [] }],
                "summary": "Takes back the scenario or snapshot that was committed last, or forgets one that is ready.",
                "requestBody": {
                  "required": true, "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Generation" } } }
                },
                "responses": {
                  "204": {
                    "description": "All is as before.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } }
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
            "/admin/v1/snapshot/prepare": {
              "post": {
                "operationId": "prepareSnapshot", "tags": ["administration"], "security": [{ "administrator": [] }],
                "summary": "Checks a snapshot and keeps it ready to be committed as a scenario is; nothing changes yet.",
                "requestBody": {
                  "required": true, "content": { "application/json": { "schema": { "$ref": "#/components/schemas/SnapshotDocument" } } }
                },
                "responses": {
                  "200": {
                    "description": "Under which number it is ready.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Generation" } } }
                  },
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
            "/admin/v1/snapshot": {
              "get": {
                "operationId": "saveSnapshot", "tags": ["administration"], "security": [{ "administrator": [] }],
                "summary": "Tells all that the service knows, to be put back later.",
                "responses": {
                  "200": {
                    "description": "A snapshot. It holds secrets of clients and subscribers.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": { "application/json": { "schema": { "$ref": "#/components/schemas/SnapshotDocument" } } }
                  },
                  "401": { "$ref": "#/components/responses/NotAdministrator" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              },
              "put": {
                "operationId": "loadSnapshot", "tags": ["administration"], "security": [{ "administrator": [] }],
                "summary": "Puts back a snapshot, in one step; keys and trust stay.",
                "requestBody": {
                  "required": true, "content": { "application/json": { "schema": { "$ref": "#/components/schemas/SnapshotDocument" } } }
                },
                "responses": {
                  "204": {
                    "description": "Done.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } }
                  },
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
            "schemas": {
              "Generation": {
                "type": "object", "additionalProperties": false, "required": ["generation"],
                "properties": { "generation": { "type": "integer", "minimum": 1, "maximum": 9223372036854775807 } }
              },
              "CommittedGeneration": {
                "type": "object", "additionalProperties": false, "required": ["generation"],
                "properties": {
                  "generation": { "type": "integer", "minimum": 1, "maximum": 9223372036854775807 },
                  "confirmWithin": {
                    "type": ["integer", "null"], "minimum": 1, "maximum": 60,
                    "description": "It is taken back after so many seconds, or before the next load, unless it is committed once more without this by then."
                  }
                }
              },
              "LoadedGeneration": {
                "type": "object", "additionalProperties": false, "required": ["generation", "previous"],
                "properties": {
                  "generation": { "type": "integer", "minimum": 1 },
                  "previous": { "type": "integer", "minimum": 0, "description": "The one before; 0: none." }
                }
              },
              "ScenarioDocument": {
                "description": "docs/scenarios.md describes it; extends is default or none here.",
                "type": "object", "required": ["schema", "name"],
                "properties": { "schema": { "const": "vsa-scenario/1" }, "name": { "type": "string", "minLength": 1 } }
              },
              "SnapshotDocument": {
                "type": "object", "additionalProperties": false, "required": ["schema"],
                "properties": {
                  "schema": {
                    "enum": ["vsa-service-snapshot/2", "vsa-service-snapshot/1"],
                    "description": "2 is written; 1 has neither the world nor what the faults have done."
                  },
                  "clock": { "$ref": "#/components/schemas/ClockSpecification" },
                  "world": { "type": ["object", "null"], "description": "A vsa-world/1 document; null: the scenario's." },
                  "faults": { "type": "array", "items": { "type": "object" } },
                  "records": { "type": "object", "additionalProperties": { "type": "array", "items": { "type": "object" } } }
                }
              }
            }
          }
        }
        """#
}
