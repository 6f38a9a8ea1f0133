extension OpenAPIDocument {
    /// The dashboard's forms.
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
                          "authzTTL": { "type": "string" }
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
                          "requestor": { "type": "string" },
                          "platforms.ios": { "type": "string" },
                          "platforms.tvos": { "type": "string" },
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
            "/dashboard/login": {
              "post": {
                "operationId": "dashboardLogIn", "tags": ["dashboard"], "security": [],
                "summary": "Logs in with the dashboard's token.",
                "requestBody": {
                  "content": {
                    "application/x-www-form-urlencoded": {
                      "schema": {
                        "type": "object", "required": ["form_token"],
                        "properties": {
                          "form_token": { "type": "string" },
                          "token": { "type": "string" }
                        }
                      }
                    }
                  }
                },
                "responses": {
                  "303": { "$ref": "#/components/responses/DashboardRedirect" },
                  "400": { "$ref": "#/components/responses/DashboardRefusal" },
                  "403": { "$ref": "#/components/responses/PageRefusal" },
                  "413": { "$ref": "#/components/responses/HTTPError" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "429": { "$ref": "#/components/responses/PageRefusal" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/dashboard/logout": {
              "post": {
                "operationId": "dashboardLogOut", "tags": ["dashboard"], "security": [],
                "summary": "Ends the login.",
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
                  "413": { "$ref": "#/components/responses/HTTPError" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "421": { "$ref": "#/components/responses/PageRefusal" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/dashboard/sessions/{id}/revoke": {
              "post": {
                "operationId": "dashboardRevokeSession", "tags": ["dashboard"], "security": [],
                "summary": "Revokes a session.",
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
            "/dashboard/passes/reset": {
              "post": {
                "operationId": "dashboardResetPasses", "tags": ["dashboard"], "security": [],
                "summary": "Resets trials of a temporary pass.",
                "requestBody": {
                  "content": {
                    "application/x-www-form-urlencoded": {
                      "schema": {
                        "type": "object", "required": ["form_token"],
                        "properties": {
                          "form_token": { "type": "string" },
                          "requestor": { "type": "string" },
                          "mvpd": { "type": "string" },
                          "device": { "type": "string" }
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
            "/dashboard/rules": {
              "post": {
                "operationId": "dashboardAddRule", "tags": ["dashboard"], "security": [],
                "summary": "Adds a degradation rule.",
                "requestBody": {
                  "content": {
                    "application/x-www-form-urlencoded": {
                      "schema": {
                        "type": "object", "required": ["form_token"],
                        "properties": {
                          "form_token": { "type": "string" },
                          "kind": { "type": "string" },
                          "requestor": { "type": "string" },
                          "mvpd": { "type": "string" },
                          "platform": { "type": "string" },
                          "resources": { "type": "string" },
                          "expiresIn": { "type": "string" },
                          "message": { "type": "string" }
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
            "/dashboard/rules/{id}/remove": {
              "post": {
                "operationId": "dashboardRemoveRule", "tags": ["dashboard"], "security": [],
                "summary": "Removes a degradation rule.",
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
            }
          }
        }
        """#
}
