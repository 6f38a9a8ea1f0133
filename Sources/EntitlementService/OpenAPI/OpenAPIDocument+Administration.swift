extension OpenAPIDocument {
    /// What an operator does: the service, providers, integrations, statements, the journal.
    static let administration = #"""
        {
          "paths": {
            "/admin/v1/status": {
              "get": {
                "operationId": "readStatus", "tags": ["administration"], "security": [{ "administrator": [] }],
                "summary": "Tells version, address, trust and sessions.",
                "responses": {
                  "200": {
                    "description": "How the service is.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": {
                      "application/json": {
                        "schema": {
                          "type": "object", "additionalProperties": false,
                          "required": ["version", "url", "providers", "sessions"],
                          "properties": {
                            "version": { "type": "string" }, "url": {
                              "type": "string", "format": "uri", "description": "The public URL, else the listening address."
                            },
                            "providers": {
                              "type": "array",
                              "items": {
                                "type": "object", "additionalProperties": false, "required": ["id", "mvpd", "trusted"],
                                "properties": {
                                  "id": { "$ref": "#/components/schemas/ProviderID" },
                                  "mvpd": { "$ref": "#/components/schemas/MVPDID" },
                                  "trusted": { "type": "boolean" }
                                }
                              }
                            },
                            "sessions": { "type": "integer", "minimum": 0 }
                          }
                        }
                      }
                    },
                    "links": {
                      "metadata": { "operationId": "readProviderMetadata", "parameters": { "id": "$response.body#/providers/0/id" } }
                    }
                  },
                  "401": { "$ref": "#/components/responses/NotAdministrator" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/admin/v1/providers/{id}/metadata": {
              "parameters": [
                {
                  "name": "id", "in": "path", "required": true, "description": "The provider, by its platform identifier.",
                  "schema": { "$ref": "#/components/schemas/ProviderID" }
                }
              ],
              "get": {
                "operationId": "readProviderMetadata", "tags": ["administration"], "security": [{ "administrator": [] }],
                "summary": "Tells the SAML metadata that a provider is trusted by.",
                "responses": {
                  "200": {
                    "description": "An EntityDescriptor.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": { "application/samlmetadata+xml": { "schema": { "type": "string" } } }
                  },
                  "401": { "$ref": "#/components/responses/NotAdministrator" },
                  "404": { "$ref": "#/components/responses/NotAdministered" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              },
              "put": {
                "operationId": "trustProvider", "tags": ["administration"], "security": [{ "administrator": [] }],
                "summary": "Sets the SAML metadata that a provider is trusted by.",
                "requestBody": {
                  "required": true, "description": "The provider's EntityDescriptor.",
                  "content": {
                    "application/samlmetadata+xml": { "schema": { "type": "string", "format": "entity-descriptor" } }
                  }
                },
                "responses": {
                  "204": {
                    "description": "The provider is trusted.",
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
            "/admin/v1/integrations": {
              "get": {
                "operationId": "listIntegrations", "tags": ["administration"], "security": [{ "administrator": [] }],
                "summary": "Lists which requestor works with which provider.",
                "parameters": [
                  {
                    "name": "requestor", "in": "query", "description": "Only this requestor's.",
                    "schema": { "$ref": "#/components/schemas/RequestorID" }
                  }
                ],
                "responses": {
                  "200": {
                    "description": "The integrations.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": {
                      "application/json": {
                        "schema": {
                          "type": "object", "additionalProperties": false, "required": ["integrations"],
                          "properties": {
                            "integrations": { "type": "array", "items": { "$ref": "#/components/schemas/Integration" } }
                          }
                        }
                      }
                    },
                    "links": {
                      "change": {
                        "operationId": "changeIntegration",
                        "parameters": {
                          "requestor": "$response.body#/integrations/0/requestor", "mvpd": "$response.body#/integrations/0/mvpd"
                        }
                      },
                      "one": {
                        "operationId": "readIntegration",
                        "parameters": {
                          "requestor": "$response.body#/integrations/0/requestor", "mvpd": "$response.body#/integrations/0/mvpd"
                        }
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
              }
            },
            "/admin/v1/integrations/{requestor}/{mvpd}": {
              "parameters": [
                { "$ref": "#/components/parameters/RequestorPath" }, { "$ref": "#/components/parameters/MVPDPath" }
              ],
              "get": {
                "operationId": "readIntegration", "tags": ["administration"], "security": [{ "administrator": [] }],
                "summary": "Tells how a requestor works with a provider.",
                "responses": {
                  "200": {
                    "description": "The integration.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Integration" } } }
                  },
                  "401": { "$ref": "#/components/responses/NotAdministrator" },
                  "404": { "$ref": "#/components/responses/NotAdministered" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              },
              "put": {
                "operationId": "changeIntegration", "tags": ["administration"], "security": [{ "administrator": [] }],
                "summary": "Changes an integration; what is not named stays, what is null is the requestor's or the provider's again.",
                "requestBody": {
                  "required": true,
                  "content": { "application/json": { "schema": { "$ref": "#/components/schemas/IntegrationChange" } } }
                },
                "responses": {
                  "200": {
                    "description": "The integration as it is now.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Integration" } } },
                    "links": {
                      "list": {
                        "operationId": "listIntegrations", "parameters": { "requestor": "$response.body#/requestor" }
                      },
                      "one": {
                        "operationId": "readIntegration",
                        "parameters": { "requestor": "$response.body#/requestor", "mvpd": "$response.body#/mvpd" }
                      }
                    }
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
            "/admin/v1/reset": {
              "post": {
                "operationId": "reset", "tags": ["administration"], "security": [{ "administrator": [] }],
                "summary": "Returns to the world that the service was started with; keys, statements and trust stay.",
                "responses": {
                  "204": {
                    "description": "Done.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } }
                  },
                  "400": { "$ref": "#/components/responses/HTTPError" },
                  "401": { "$ref": "#/components/responses/NotAdministrator" },
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
              "BadAdministration": {
                "description": "Nothing was changed; the message names the field and what is accepted.",
                "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                "content": { "application/json": { "schema": { "$ref": "#/components/schemas/AdministrationRefusal" } } }
              },
              "NotAdministrator": {
                "description": "The administration's token is missing or wrong.",
                "headers": {
                  "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" },
                  "WWW-Authenticate": { "$ref": "#/components/headers/Authenticate" }
                },
                "content": { "application/json": { "schema": { "$ref": "#/components/schemas/AdministrationError" } } }
              },
              "NotAdministered": {
                "description": "There is no such thing.",
                "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                "content": { "application/json": { "schema": { "$ref": "#/components/schemas/AdministrationRefusal" } } }
              }
            },
            "schemas": {
              "AdministrationError": {
                "type": "object", "additionalProperties": false, "required": ["error", "message", "trace"],
                "properties": {
                  "error": { "type": "string", "enum": ["unauthorized", "invalid_request", "invalid_metadata", "not_found", "conflict"] },
                  "message": { "type": "string" }, "trace": { "$ref": "#/components/schemas/RequestIdentifier" }
                }
              },
              "AdministrationRefusal": {
                "anyOf": [
                  { "$ref": "#/components/schemas/AdministrationError" }, { "$ref": "#/components/schemas/HTTPError" }
                ]
              },
              "SingleSignOn": {
                "type": "object", "additionalProperties": false,
                "properties": { "ios": { "type": "boolean" }, "tvos": { "type": "boolean" } }
              },
              "PlatformLifetimes": {
                "description": "Seconds, where another platform's tokens live for another time.",
                "type": "object", "additionalProperties": false,
                "properties": {
                  "ios": { "$ref": "#/components/schemas/Lifetime" }, "tvos": { "$ref": "#/components/schemas/Lifetime" }
                }
              },
              "LifetimeChange": { "anyOf": [{ "type": "null" }, { "$ref": "#/components/schemas/Lifetime" }] },
              "PlatformLifetimesChange": {
                "type": "object", "additionalProperties": false,
                "properties": {
                  "ios": { "$ref": "#/components/schemas/LifetimeChange" },
                  "tvos": { "$ref": "#/components/schemas/LifetimeChange" }
                }
              },
              "Integration": {
                "type": "object", "additionalProperties": false,
                "required": ["requestor", "mvpd", "provider", "enabled", "sso", "degraded"],
                "properties": {
                  "requestor": { "$ref": "#/components/schemas/RequestorID" },
                  "mvpd": { "$ref": "#/components/schemas/MVPDID" },
                  "provider": { "type": "string", "description": "The provider's platform identifier." },
                  "enabled": { "type": "boolean" },
                  "sso": { "$ref": "#/components/schemas/SingleSignOn" },
                  "degraded": { "$ref": "#/components/schemas/Degradation" },
                  "authnTTL": { "$ref": "#/components/schemas/Lifetime" },
                  "authzTTL": { "$ref": "#/components/schemas/Lifetime" },
                  "platformAuthnTTL": { "$ref": "#/components/schemas/PlatformLifetimes" },
                  "platformAuthzTTL": { "$ref": "#/components/schemas/PlatformLifetimes" },
                  "hbaTTL": { "$ref": "#/components/schemas/Lifetime" },
                  "preauthorizeLimit": { "type": "integer", "minimum": 0, "maximum": 10000 },
                  "away": { "type": "boolean", "description": "Whether devices count as away from home." },
                  "resources": { "$ref": "#/components/schemas/ResourceDenials" }
                }
              },
              "IntegrationChange": {
                "type": "object", "additionalProperties": false,
                "properties": {
                  "enabled": { "type": "boolean" },
                  "sso": { "$ref": "#/components/schemas/SingleSignOn" },
                  "degraded": { "$ref": "#/components/schemas/Degradation" },
                  "authnTTL": { "$ref": "#/components/schemas/LifetimeChange" },
                  "authzTTL": { "$ref": "#/components/schemas/LifetimeChange" },
                  "platformAuthnTTL": { "$ref": "#/components/schemas/PlatformLifetimesChange" },
                  "platformAuthzTTL": { "$ref": "#/components/schemas/PlatformLifetimesChange" },
                  "hbaTTL": { "$ref": "#/components/schemas/LifetimeChange" },
                  "preauthorizeLimit": { "type": ["integer", "null"], "minimum": 0, "maximum": 10000 },
                  "away": { "type": "boolean", "description": "Whether devices count as away from home." },
                  "resources": { "$ref": "#/components/schemas/ResourceDenials" }
                }
              }
            }
          }
        }
        """#
}
