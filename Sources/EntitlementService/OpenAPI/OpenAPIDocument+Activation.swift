extension OpenAPIDocument {
    /// The pages on which a person enters the code of a television.
    static let activation = #"""
        {
          "paths": {
            "/activate": {
              "get": {
                "operationId": "askForCode", "tags": ["pages"], "security": [],
                "summary": "Asks for the code that a television shows.",
                "parameters": [
                  { "$ref": "#/components/parameters/EnteredCode" }
                ],
                "responses": {
                  "200": { "$ref": "#/components/responses/Page" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              },
              "post": {
                "operationId": "takeCode", "tags": ["pages"], "security": [],
                "summary": "Takes the code that a person enters.",
                "requestBody": {
                  "required": true,
                  "content": {
                    "application/x-www-form-urlencoded": {
                      "schema": {
                        "type": "object", "required": ["form_token", "code"],
                        "properties": {
                          "form_token": { "type": "string", "description": "The token of the page's form." },
                          "code": { "type": "string", "maxLength": 32, "examples": ["ABCDEFG"] }
                        }
                      }
                    }
                  }
                },
                "responses": {
                  "303": {
                    "description": "The next page.",
                    "headers": {
                      "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" },
                      "Location": { "required": true, "schema": { "type": "string", "pattern": "^/activate/" } }
                    }
                  },
                  "400": { "$ref": "#/components/responses/HTTPError" },
                  "403": { "$ref": "#/components/responses/PageRefusal" },
                  "404": { "$ref": "#/components/responses/PageRefusal" },
                  "409": { "$ref": "#/components/responses/PageRefusal" },
                  "410": { "$ref": "#/components/responses/PageRefusal" },
                  "413": { "$ref": "#/components/responses/HTTPError" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "429": { "$ref": "#/components/responses/PageRefusal" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/activate/providers": {
              "get": {
                "operationId": "chooseProvider", "tags": ["pages"], "security": [],
                "summary": "Shows the providers to log in at.",
                "parameters": [
                  { "$ref": "#/components/parameters/EnteredCode" },
                  {
                    "name": "q", "in": "query", "description": "A part of the name.",
                    "schema": { "type": "string", "maxLength": 64 }
                  },
                  {
                    "name": "all", "in": "query", "description": "All, though the device has chosen one.",
                    "schema": { "type": "string" }
                  }
                ],
                "responses": {
                  "200": { "$ref": "#/components/responses/Page" },
                  "404": { "$ref": "#/components/responses/PageRefusal" },
                  "409": { "$ref": "#/components/responses/PageRefusal" },
                  "410": { "$ref": "#/components/responses/PageRefusal" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "429": { "$ref": "#/components/responses/PageRefusal" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/activate/preview": {
              "post": {
                "operationId": "startPreview", "tags": ["pages"], "security": [],
                "summary": "Logs the device in with a temporary pass.",
                "requestBody": {
                  "required": true,
                  "content": {
                    "application/x-www-form-urlencoded": {
                      "schema": {
                        "type": "object", "required": ["form_token", "code"],
                        "properties": {
                          "form_token": { "type": "string", "description": "The token of the page's form." },
                          "code": { "type": "string", "maxLength": 32, "examples": ["ABCDEFG"] }
                        }
                      }
                    }
                  }
                },
                "responses": {
                  "303": {
                    "description": "The next page.",
                    "headers": {
                      "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" },
                      "Location": { "required": true, "schema": { "type": "string", "pattern": "^/activate/" } }
                    }
                  },
                  "400": { "$ref": "#/components/responses/PageRefusal" },
                  "403": { "$ref": "#/components/responses/PageRefusal" },
                  "404": { "$ref": "#/components/responses/PageRefusal" },
                  "409": { "$ref": "#/components/responses/PageRefusal" },
                  "410": { "$ref": "#/components/responses/PageRefusal" },
                  "413": { "$ref": "#/components/responses/HTTPError" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "429": { "$ref": "#/components/responses/PageRefusal" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/activate/done": {
              "get": {
                "operationId": "showActivationResult", "tags": ["pages"], "security": [],
                "summary": "Sends the person back to the television.",
                "parameters": [
                  { "$ref": "#/components/parameters/EnteredCode" }
                ],
                "responses": {
                  "200": { "$ref": "#/components/responses/Page" },
                  "404": { "$ref": "#/components/responses/PageRefusal" },
                  "410": { "$ref": "#/components/responses/PageRefusal" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "429": { "$ref": "#/components/responses/PageRefusal" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/activate/qr/{code}.svg": {
              "get": {
                "operationId": "drawActivationQRCode", "tags": ["pages"], "security": [],
                "summary": "The address of the activation page with the code, as a QR code.",
                "parameters": [{ "$ref": "#/components/parameters/RegistrationCodePath" }],
                "responses": {
                  "200": {
                    "description": "The QR code.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": { "image/svg+xml": { "schema": { "type": "string" } } }
                  },
                  "404": { "$ref": "#/components/responses/HTTPError" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/activate/qr/{code}.txt": {
              "get": {
                "operationId": "writeActivationQRCode", "tags": ["pages"], "security": [],
                "summary": "The same for terminals, light on dark.",
                "parameters": [{ "$ref": "#/components/parameters/RegistrationCodePath" }],
                "responses": {
                  "200": {
                    "description": "The QR code.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": { "text/plain": { "schema": { "type": "string" } } }
                  },
                  "404": { "$ref": "#/components/responses/HTTPError" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            }
          },
          "components": {
            "parameters": {
              "EnteredCode": {
                "name": "code", "in": "query", "description": "What the television shows; as a person enters it.",
                "schema": { "type": "string", "examples": ["ABCDEFG"] }
              }
            }
          }
        }
        """#
}
