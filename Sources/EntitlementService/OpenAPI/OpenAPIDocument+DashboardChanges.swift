extension OpenAPIDocument {
    /// The dashboard's other forms.
    static let dashboardChanges = #"""
        {
          "paths": {
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
