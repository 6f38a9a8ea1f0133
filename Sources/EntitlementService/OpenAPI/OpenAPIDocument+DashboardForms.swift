extension OpenAPIDocument {
    /// The dashboard's forms of the configuration.
    static let dashboardForms = #"""
        {
          "paths": {
            "/dashboard/integrations/{requestor}/{mvpd}": {
              "post": {
                "operationId": "dashboardChangeIntegration", "tags": ["dashboard"], "security": [],
                "summary": "Changes an integration.",
                "parameters": [
                  { "name": "requestor", "in": "path", "required": true, "description": "The requestor's identifier.",
                    "schema": { "type": "string", "minLength": 1 } },
                  { "name": "mvpd", "in": "path", "required": true, "description": "The provider's MVPD identifier.",
                    "schema": { "type": "string", "minLength": 1 } }
                ],
                "requestBody": {
                  "content": {
                    "application/x-www-form-urlencoded": {
                      "schema": {
                        "type": "object", "required": ["form_token"],
                        "properties": {
                          "form_token": { "type": "string" },
                          "enabled": { "type": "string" },
                          "sso.ios": { "type": "string" },
                          "sso.tvos": { "type": "string" },
                          "degraded": { "type": "string" },
                          "authnTTL": { "type": "string" },
                          "authzTTL": { "type": "string" },
                          "platformAuthnTTL.ios": { "type": "string" },
                          "platformAuthnTTL.tvos": { "type": "string" },
                          "platformAuthzTTL.ios": { "type": "string" },
                          "platformAuthzTTL.tvos": { "type": "string" }
                        }
                      }
                    }
                  }
                },
                "responses": {
                  "303": { "$ref": "#/components/responses/DashboardRedirect" },
                  "400": { "$ref": "#/components/responses/DashboardRefusal" },
                  "401": { "$ref": "#/components/responses/PageRefusal" },
                  "403": { "$ref": "#/components/responses/PageRefusal" },
                  "404": { "$ref": "#/components/responses/DashboardRefusal" },
                  "413": { "$ref": "#/components/responses/HTTPError" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "421": { "$ref": "#/components/responses/PageRefusal" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/dashboard/applications": {
              "post": {
                "operationId": "dashboardRegisterApplication", "tags": ["dashboard"], "security": [],
                "summary": "Registers an application.",
                "requestBody": {
                  "content": {
                    "application/x-www-form-urlencoded": {
                      "schema": {
                        "type": "object", "required": ["form_token"],
                        "properties": {
                          "form_token": { "type": "string" },
                          "name": { "type": "string" },
                          "version": { "type": "string" },
                          "requestor": { "type": "string" },
                          "platforms.ios": { "type": "string" },
                          "platforms.tvos": { "type": "string" },
                          "schemes": { "type": "string" },
                          "domains": { "type": "string" }
                        }
                      }
                    }
                  }
                },
                "responses": {
                  "303": { "$ref": "#/components/responses/DashboardRedirect" },
                  "400": { "$ref": "#/components/responses/DashboardRefusal" },
                  "401": { "$ref": "#/components/responses/PageRefusal" },
                  "403": { "$ref": "#/components/responses/PageRefusal" },
                  "404": { "$ref": "#/components/responses/DashboardRefusal" },
                  "413": { "$ref": "#/components/responses/HTTPError" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "421": { "$ref": "#/components/responses/PageRefusal" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/dashboard/applications/{id}/revoke": {
              "post": {
                "operationId": "dashboardRevokeApplication", "tags": ["dashboard"], "security": [],
                "summary": "Revokes an application.",
                "parameters": [
                  { "name": "id", "in": "path", "required": true, "description": "The identifier.",
                    "schema": { "type": "string", "minLength": 1 } }
                ],
                "requestBody": {
                  "content": {
                    "application/x-www-form-urlencoded": {
                      "schema": {
                        "type": "object", "required": ["form_token"],
                        "properties": {
                          "form_token": { "type": "string" }
                        }
                      }
                    }
                  }
                },
                "responses": {
                  "303": { "$ref": "#/components/responses/DashboardRedirect" },
                  "400": { "$ref": "#/components/responses/DashboardRefusal" },
                  "401": { "$ref": "#/components/responses/PageRefusal" },
                  "403": { "$ref": "#/components/responses/PageRefusal" },
                  "404": { "$ref": "#/components/responses/DashboardRefusal" },
                  "413": { "$ref": "#/components/responses/HTTPError" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "421": { "$ref": "#/components/responses/PageRefusal" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/dashboard/requestors/schemes": {
              "post": {
                "operationId": "dashboardGenerateScheme", "tags": ["dashboard"], "security": [],
                "summary": "Generates a custom scheme.",
                "requestBody": {
                  "content": {
                    "application/x-www-form-urlencoded": {
                      "schema": {
                        "type": "object", "required": ["form_token"],
                        "properties": {
                          "form_token": { "type": "string" },
                          "requestor": { "type": "string" }
                        }
                      }
                    }
                  }
                },
                "responses": {
                  "303": { "$ref": "#/components/responses/DashboardRedirect" },
                  "400": { "$ref": "#/components/responses/DashboardRefusal" },
                  "401": { "$ref": "#/components/responses/PageRefusal" },
                  "403": { "$ref": "#/components/responses/PageRefusal" },
                  "404": { "$ref": "#/components/responses/DashboardRefusal" },
                  "409": { "$ref": "#/components/responses/DashboardRefusal" },
                  "413": { "$ref": "#/components/responses/HTTPError" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "421": { "$ref": "#/components/responses/PageRefusal" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/dashboard/requestors/schemes/remove": {
              "post": {
                "operationId": "dashboardRemoveScheme", "tags": ["dashboard"], "security": [],
                "summary": "Removes a custom scheme.",
                "requestBody": {
                  "content": {
                    "application/x-www-form-urlencoded": {
                      "schema": {
                        "type": "object", "required": ["form_token"],
                        "properties": {
                          "form_token": { "type": "string" },
                          "requestor": { "type": "string" },
                          "scheme": { "type": "string" }
                        }
                      }
                    }
                  }
                },
                "responses": {
                  "303": { "$ref": "#/components/responses/DashboardRedirect" },
                  "400": { "$ref": "#/components/responses/DashboardRefusal" },
                  "401": { "$ref": "#/components/responses/PageRefusal" },
                  "403": { "$ref": "#/components/responses/PageRefusal" },
                  "404": { "$ref": "#/components/responses/DashboardRefusal" },
                  "413": { "$ref": "#/components/responses/HTTPError" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "421": { "$ref": "#/components/responses/PageRefusal" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/dashboard/requestors/certificates": {
              "post": {
                "operationId": "dashboardAddCertificate", "tags": ["dashboard"], "security": [],
                "summary": "Adds a certificate of a requestor.",
                "requestBody": {
                  "content": {
                    "application/x-www-form-urlencoded": {
                      "schema": {
                        "type": "object", "required": ["form_token"],
                        "properties": {
                          "form_token": { "type": "string" },
                          "requestor": { "type": "string" },
                          "certificate": { "type": "string" },
                          "encryptsMetadata": { "type": "string" }
                        }
                      }
                    }
                  }
                },
                "responses": {
                  "303": { "$ref": "#/components/responses/DashboardRedirect" },
                  "400": { "$ref": "#/components/responses/DashboardRefusal" },
                  "401": { "$ref": "#/components/responses/PageRefusal" },
                  "403": { "$ref": "#/components/responses/PageRefusal" },
                  "404": { "$ref": "#/components/responses/DashboardRefusal" },
                  "409": { "$ref": "#/components/responses/DashboardRefusal" },
                  "413": { "$ref": "#/components/responses/HTTPError" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "421": { "$ref": "#/components/responses/PageRefusal" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/dashboard/requestors/certificates/remove": {
              "post": {
                "operationId": "dashboardRemoveCertificate", "tags": ["dashboard"], "security": [],
                "summary": "Removes a certificate of a requestor.",
                "requestBody": {
                  "content": {
                    "application/x-www-form-urlencoded": {
                      "schema": {
                        "type": "object", "required": ["form_token"],
                        "properties": {
                          "form_token": { "type": "string" },
                          "requestor": { "type": "string" },
                          "id": { "type": "string" }
                        }
                      }
                    }
                  }
                },
                "responses": {
                  "303": { "$ref": "#/components/responses/DashboardRedirect" },
                  "400": { "$ref": "#/components/responses/DashboardRefusal" },
                  "401": { "$ref": "#/components/responses/PageRefusal" },
                  "403": { "$ref": "#/components/responses/PageRefusal" },
                  "404": { "$ref": "#/components/responses/DashboardRefusal" },
                  "413": { "$ref": "#/components/responses/HTTPError" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "421": { "$ref": "#/components/responses/PageRefusal" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            }
          }
        }
        """#
}
