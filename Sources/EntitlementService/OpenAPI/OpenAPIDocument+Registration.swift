import TVWorld

extension OpenAPIDocument {
    /// Dynamic Client Registration.
    static let registration = #"""
        {
          "paths": {
            "/o/client/register": {
              "post": {
                "operationId": "registerClient", "tags": ["registration"], "security": [],
                "summary": "Registers an app with its software statement.",
                "parameters": [{ "$ref": "#/components/parameters/DeviceInformation" }],
                "requestBody": {
                  "required": true,
                  "content": {
                    "application/json": {
                      "schema": {
                        "type": "object", "required": ["software_statement"],
                        "properties": {
                          "software_statement": {
                            "type": "string", "format": "software-statement", "minLength": 1,
                            "description": "The JWT that the administration issued."
                          },
                          "redirect_uri": {
                            "description": "A URL of the statement's schemes, or https of the requestor's domains.",
                            "anyOf": [{ "type": "null" }, { "$ref": "#/components/schemas/RedirectURL" }]
                          }
                        }
                      }
                    }
                  }
                },
                "responses": {
                  "201": {
                    "description": "The client's credentials, which never end.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": {
                      "application/json": {
                        "schema": {
                          "type": "object", "additionalProperties": false,
                          "required": [
                            "client_id", "client_secret", "client_id_issued_at", "redirect_uris", "grant_types", "scopes"
                          ],
                          "properties": {
                            "client_id": { "$ref": "#/components/schemas/UUID" },
                            "client_secret": { "type": "string", "pattern": "^[0-9a-f]{64}$" },
                            "client_id_issued_at": { "$ref": "#/components/schemas/Seconds" },
                            "redirect_uris": { "type": "array", "items": { "type": "string" } },
                            "grant_types": { "type": "array", "items": { "const": "client_credentials" } },
                            "scopes": { "type": "array", "items": { "const": "api:client:v1" } }
                          }
                        }
                      }
                    },
                    "links": {
                      "token": {
                        "operationId": "issueAccessToken",
                        "requestBody": {
                          "grant_type": "client_credentials", "client_id": "$response.body#/client_id",
                          "client_secret": "$response.body#/client_secret"
                        }
                      }
                    }
                  },
                  "400": { "$ref": "#/components/responses/RegistrationRefused" },
                  "406": { "$ref": "#/components/responses/HTTPError" },
                  "413": { "$ref": "#/components/responses/HTTPError" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "415": { "$ref": "#/components/responses/UnsupportedMediaType" },
                  "429": { "$ref": "#/components/responses/Throttled" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/o/client/token": {
              "post": {
                "operationId": "issueAccessToken", "tags": ["registration"], "security": [],
                "summary": "Gives a registered client an access token.",
                "parameters": [{ "$ref": "#/components/parameters/DeviceInformation" }],
                "requestBody": {
                  "required": true,
                  "content": {
                    "application/x-www-form-urlencoded": {
                      "schema": {
                        "type": "object", "required": ["client_id", "client_secret", "grant_type"],
                        "properties": {
                          "client_id": { "type": "string", "format": "client-identifier" },
                          "client_secret": { "type": "string", "format": "client-secret" },
                          "grant_type": { "type": "string", "enum": ["client_credentials"] }
                        }
                      }
                    }
                  }
                },
                "responses": {
                  "201": {
                    "description": "The token; send it as Authorization: Bearer.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": {
                      "application/json": {
                        "schema": {
                          "type": "object", "additionalProperties": false,
                          "required": ["id", "access_token", "created_at", "expires_in", "token_type"],
                          "properties": {
                            "id": { "$ref": "#/components/schemas/UUID" },
                            "access_token": {
                              "type": "string", "pattern": "^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$"
                            },
                            "created_at": { "$ref": "#/components/schemas/Milliseconds" },
                            "expires_in": { "$ref": "#/components/schemas/Lifetime" },
                            "token_type": { "const": "bearer" }
                          }
                        }
                      }
                    },
                    "links": {
                      "configuration": { "operationId": "readConfiguration", "parameters": { "requestor": "REF30" } }
                    }
                  },
                  "400": { "$ref": "#/components/responses/RegistrationRefused" },
                  "406": { "$ref": "#/components/responses/HTTPError" },
                  "413": { "$ref": "#/components/responses/HTTPError" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "415": { "$ref": "#/components/responses/UnsupportedMediaType" },
                  "429": { "$ref": "#/components/responses/Throttled" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            }
          },
          "components": {
            "responses": {
              "RegistrationRefused": {
                "description": "The registration or the token call was refused.",
                "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                "content": {
                  "application/json": {
                    "schema": {
                      "anyOf": [
                        { "$ref": "#/components/schemas/RegistrationError" }, { "$ref": "#/components/schemas/HTTPError" }
                      ]
                    }
                  }
                }
              }
            },
            "schemas": {
              "RedirectURL": {
                "type": "string", "maxLength": 2048, "pattern": "^[A-Za-z][A-Za-z0-9+.-]*://[!-~]*$",
                "examples": ["adbe.example://ios.app"]
              },
              "RegistrationError": {
                "type": "object", "additionalProperties": false, "required": ["error", "error_description", "trace"],
                "properties": {
                  "error": {
                    "type": "string",
                    "enum": [
                      "invalid_request", "invalid_redirect_uri", "invalid_software_statement",
                      "unapproved_software_statement", "invalid_client", "unauthorized_client", "unsupported_grant_type"
                    ]
                  },
                  "error_description": { "type": "string" }, "trace": { "$ref": "#/components/schemas/RequestIdentifier" }
                }
              }
            }
          }
        }
        """#
}
