extension OpenAPIDocument {
    /// What everybody may read.
    static let service = #"""
        {
          "paths": {
            "/health": {
              "get": {
                "operationId": "readHealth", "tags": ["service"], "security": [], "summary": "Tells that the service answers.",
                "responses": {
                  "200": {
                    "description": "It does.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": {
                      "application/json": {
                        "schema": {
                          "type": "object", "additionalProperties": false, "required": ["status"],
                          "properties": { "status": { "const": "ok" } }
                        }
                      }
                    }
                  },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/metrics": {
              "get": {
                "operationId": "readMetrics", "tags": ["service"], "security": [{}, { "administrator": [] }],
                "summary": "What the service measures about itself, for the administrator's token or that of --metrics-token-file.",
                "responses": {
                  "200": {
                    "description": "Prometheus' text format, version 0.0.4.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": { "text/plain": { "schema": { "type": "string", "pattern": "^# HELP " } } }
                  },
                  "401": { "$ref": "#/components/responses/NotAdministrator" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/openapi.json": {
              "get": {
                "operationId": "readDescription", "tags": ["service"], "security": [], "summary": "This document.",
                "responses": {
                  "200": {
                    "description": "An OpenAPI 3.1 document.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": {
                      "application/json": {
                        "schema": {
                          "type": "object", "required": ["openapi", "info", "paths", "components"],
                          "properties": { "openapi": { "const": "3.1.0" } }
                        }
                      }
                    }
                  },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/saml/metadata": {
              "get": {
                "operationId": "readServiceMetadata", "tags": ["service"], "security": [],
                "summary": "The service's SAML metadata.",
                "responses": {
                  "200": {
                    "description": "An EntityDescriptor.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": { "application/samlmetadata+xml": { "schema": { "type": "string" } } }
                  },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/media-token/certificate": {
              "get": {
                "operationId": "readMediaCertificate", "tags": ["service"], "security": [],
                "summary": "The certificate that media tokens are verified with.",
                "responses": {
                  "200": {
                    "description": "PEM.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": {
                      "application/x-pem-file": {
                        "schema": { "type": "string", "pattern": "^-----BEGIN CERTIFICATE-----" }
                      }
                    }
                  },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            }
          }
        }
        """#
}
