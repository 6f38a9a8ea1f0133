extension OpenAPIDocument {
    /// Media tokens as a programmer's backend sees them, and the certificates that they are verified with.
    static let mediaTokens = #"""
        {
          "paths": {
            "/admin/v1/media-tokens/verify": {
              "post": {
                "operationId": "verifyMediaToken", "tags": ["administration"], "security": [{ "administrator": [] }],
                "summary": "Verifies a media token and notices a second use.",
                "requestBody": {
                  "required": true,
                  "content": {
                    "application/json": {
                      "schema": {
                        "type": "object", "additionalProperties": false, "required": ["token", "requestor"],
                        "properties": {
                          "token": { "type": "string", "minLength": 1, "maxLength": 65536 },
                          "requestor": { "type": "string", "minLength": 1, "maxLength": 1024 },
                          "resource": {
                            "type": ["string", "null"], "minLength": 1, "maxLength": 8192,
                            "description": "What is to be played; without it authenticity and time are verified."
                          }
                        }
                      }
                    }
                  }
                },
                "responses": {
                  "200": {
                    "description": "The result, whatever it is. A valid token that comes for the first time is accepted.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": {
                      "application/json": { "schema": { "$ref": "#/components/schemas/MediaTokenVerification" } }
                    }
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
            "/admin/v1/media-certificates": {
              "get": {
                "operationId": "listMediaCertificates", "tags": ["administration"], "security": [{ "administrator": [] }],
                "summary": "Lists the certificates that media tokens are verified with.",
                "responses": {
                  "200": { "$ref": "#/components/responses/MediaCertificates" },
                  "401": { "$ref": "#/components/responses/NotAdministrator" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/admin/v1/media-certificates/roll": {
              "post": {
                "operationId": "rollMediaCertificate", "tags": ["administration"], "security": [{ "administrator": [] }],
                "summary": "Makes a new key; the old certificate stays until its last token has ended.",
                "responses": {
                  "200": { "$ref": "#/components/responses/MediaCertificates" },
                  "400": { "$ref": "#/components/responses/HTTPError" },
                  "401": { "$ref": "#/components/responses/NotAdministrator" },
                  "409": {
                    "description": "There are 32 certificates whose tokens are still about.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": { "application/json": { "schema": { "$ref": "#/components/schemas/AdministrationError" } } }
                  },
                  "413": { "$ref": "#/components/responses/HTTPError" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            }
          },
          "components": {
            "responses": {
              "MediaCertificates": {
                "description": "The certificates in force, the one that signs first.",
                "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                "content": {
                  "application/json": {
                    "schema": {
                      "type": "object", "additionalProperties": false, "required": ["certificates"],
                      "properties": {
                        "certificates": {
                          "type": "array", "minItems": 1, "maxItems": 32,
                          "items": {
                            "type": "object", "additionalProperties": false,
                            "required": ["fingerprint", "current", "certificate"],
                            "properties": {
                              "fingerprint": { "type": "string", "pattern": "^[0-9a-f]{64}$", "description": "SHA-256." },
                              "current": { "type": "boolean" },
                              "endsAt": { "$ref": "#/components/schemas/Milliseconds" },
                              "certificate": { "type": "string", "pattern": "^-----BEGIN CERTIFICATE-----" }
                            }
                          }
                        }
                      }
                    }
                  }
                }
              }
            },
            "schemas": {
              "MediaTokenVerification": {
                "type": "object", "additionalProperties": false, "required": ["status", "accepted", "used"],
                "properties": {
                  "status": {
                    "type": "string",
                    "enum": [
                      "VALID_TOKEN", "INVALID_TOKEN_FORMAT", "INVALID_SIGNATURE", "TOKEN_EXPIRED", "INVALID_RESOURCE_ID",
                      "ERROR_UNKNOWN"
                    ]
                  },
                  "accepted": { "type": "boolean", "description": "Valid, and not used before." },
                  "used": { "type": "boolean", "description": "Valid, but used before." },
                  "usedAt": { "$ref": "#/components/schemas/Milliseconds" },
                  "detail": { "type": "string", "description": "What is wrong, for people." },
                  "sessionGUID": { "type": "string" }, "requestorID": { "type": "string" },
                  "resourceID": { "type": "string" }, "ttl": { "type": "integer", "minimum": 1 },
                  "issueTime": { "type": "integer", "description": "Unix milliseconds." },
                  "expires": { "type": "integer", "description": "Unix milliseconds." },
                  "mvpdId": { "type": "string" }, "proxyMvpdId": { "type": ["string", "null"] }
                }
              }
            }
          }
        }
        """#
}
