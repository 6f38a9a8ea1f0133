extension OpenAPIDocument {
    /// The dashboard's page of faults and the clock.
    static let dashboardFaults = #"""
        {
          "paths": {
            "/dashboard/faults": {
              "get": {
                "operationId": "dashboardFaults", "tags": ["dashboard"], "security": [],
                "summary": "The service's clock, faults, and what they did.",
                "parameters": [
                  { "name": "notice", "in": "query", "description": "What the page says was changed; the service made it up.",
                    "schema": { "type": "string" } }
                ],
                "responses": {
                  "200": { "$ref": "#/components/responses/Page" },
                  "303": { "$ref": "#/components/responses/DashboardRedirect" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "421": { "$ref": "#/components/responses/PageRefusal" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              },
              "post": {
                "operationId": "dashboardAddFault", "tags": ["dashboard"], "security": [],
                "summary": "Adds a fault.",
                "requestBody": {
                  "content": {
                    "application/x-www-form-urlencoded": {
                      "schema": {
                        "type": "object", "required": ["form_token"],
                        "properties": {
                          "form_token": { "type": "string" }, "at": { "type": "string" },
                          "effect": { "type": "string" }, "value": { "type": "string" },
                          "delay": { "type": "string" }, "times": { "type": "string" },
                          "after": { "type": "string" }, "applicationId": { "type": "string" }
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
                  "409": { "$ref": "#/components/responses/DashboardRefusal" },
                  "413": { "$ref": "#/components/responses/HTTPError" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "421": { "$ref": "#/components/responses/PageRefusal" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/dashboard/faults/clear": {
              "post": {
                "operationId": "dashboardClearFaults", "tags": ["dashboard"], "security": [],
                "summary": "Removes all faults.",
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
            "/dashboard/faults/{id}/remove": {
              "post": {
                "operationId": "dashboardRemoveFault", "tags": ["dashboard"], "security": [],
                "summary": "Removes a fault.",
                "parameters": [
                  { "name": "id", "in": "path", "required": true, "description": "The fault.",
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
            "/dashboard/faults/{id}/release": {
              "post": {
                "operationId": "dashboardReleaseFault", "tags": ["dashboard"], "security": [],
                "summary": "Lets calls go on that hang on a fault.",
                "parameters": [
                  { "name": "id", "in": "path", "required": true, "description": "The fault.",
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
            "/dashboard/clock": {
              "post": {
                "operationId": "dashboardSetClock", "tags": ["dashboard"], "security": [],
                "summary": "Sets the service's clock.",
                "requestBody": {
                  "content": {
                    "application/x-www-form-urlencoded": {
                      "schema": {
                        "type": "object", "required": ["form_token"],
                        "properties": {
                          "form_token": { "type": "string" }, "specification": { "type": "string" }
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
            "/dashboard/clock/advance": {
              "post": {
                "operationId": "dashboardAdvanceClock", "tags": ["dashboard"], "security": [],
                "summary": "Moves the service's clock.",
                "requestBody": {
                  "content": {
                    "application/x-www-form-urlencoded": {
                      "schema": {
                        "type": "object", "required": ["form_token"],
                        "properties": {
                          "form_token": { "type": "string" }, "amount": { "type": "string" },
                          "unit": { "type": "string" }
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
            }
          }
        }
        """#
}
