extension OpenAPIDocument {
    /// Registration codes, and what a second screen asks with them.
    static let secondScreen = #"""
        {
          "tags": [{ "name": "second screen", "description": "Codes that a device shows, to be entered elsewhere" }],
          "paths": {
            "/reggie/v1/{requestor}/regcode": {
              "post": {
                "operationId": "createRegistrationCode", "tags": ["second screen"], "security": [{ "client": [] }],
                "summary": "Gives a device a code that its user enters on a second screen.",
                "parameters": [
                  { "$ref": "#/components/parameters/RequestorPath" },
                  { "$ref": "#/components/parameters/DeviceInformation" }
                ],
                "requestBody": {
                  "required": true,
                  "content": {
                    "application/x-www-form-urlencoded": {
                      "schema": {
                        "type": "object", "required": ["deviceId"],
                        "properties": {
                          "deviceId": { "$ref": "#/components/schemas/DeviceID" },
                          "mvpd": { "anyOf": [{ "const": "" }, { "$ref": "#/components/schemas/MVPDID" }] },
                          "ttl": {
                            "type": "integer", "minimum": 1, "maximum": 36000, "default": 1800, "description": "Seconds."
                          },
                          "deviceType": { "type": "string", "deprecated": true },
                          "appId": { "$ref": "#/components/schemas/ApplicationID" }
                        }
                      }
                    }
                  }
                },
                "responses": {
                  "201": {
                    "description": "The code.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": {
                      "application/xml": { "schema": { "type": "object", "xml": { "name": "regcode" } } },
                      "application/json": { "schema": { "$ref": "#/components/schemas/RegistrationCode" } }
                    },
                    "links": {
                      "read": {
                        "operationId": "readRegistrationCode",
                        "parameters": { "requestor": "$response.body#/requestor", "code": "$response.body#/code" }
                      },
                      "release": {
                        "operationId": "releaseRegistrationCode",
                        "parameters": { "requestor": "$response.body#/requestor", "code": "$response.body#/code" }
                      },
                      "check": {
                        "operationId": "checkAuthenticationByCode",
                        "parameters": { "requestor": "$response.body#/requestor", "code": "$response.body#/code" }
                      },
                      "preauthorization": {
                        "operationId": "preauthorizeByCode",
                        "parameters": { "requestor": "$response.body#/requestor", "code": "$response.body#/code" }
                      }
                    }
                  },
                  "400": { "$ref": "#/components/responses/BadRequest" },
                  "401": { "$ref": "#/components/responses/Unauthorized" },
                  "403": { "$ref": "#/components/responses/Forbidden" },
                  "406": { "$ref": "#/components/responses/HTTPError" },
                  "413": { "$ref": "#/components/responses/HTTPError" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/reggie/v1/{requestor}/regcode/{code}": {
              "get": {
                "operationId": "readRegistrationCode", "tags": ["second screen"], "security": [{ "client": [] }],
                "summary": "Tells what a code is for.",
                "parameters": [
                  { "$ref": "#/components/parameters/RequestorPath" },
                  { "$ref": "#/components/parameters/RegistrationCodePath" }
                ],
                "responses": {
                  "200": {
                    "description": "The code, used or not.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": {
                      "application/xml": { "schema": { "type": "object", "xml": { "name": "regcode" } } },
                      "application/json": { "schema": { "$ref": "#/components/schemas/RegistrationCode" } }
                    }
                  },
                  "400": { "$ref": "#/components/responses/BadRequest" },
                  "401": { "$ref": "#/components/responses/Unauthorized" },
                  "403": { "$ref": "#/components/responses/Forbidden" },
                  "404": { "$ref": "#/components/responses/NotFound" },
                  "406": { "$ref": "#/components/responses/HTTPError" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              },
              "delete": {
                "operationId": "releaseRegistrationCode", "tags": ["second screen"], "security": [{ "client": [] }],
                "summary": "Ends a code, so that it can be given out again.",
                "parameters": [
                  { "$ref": "#/components/parameters/RequestorPath" },
                  { "$ref": "#/components/parameters/RegistrationCodePath" }
                ],
                "responses": {
                  "204": {
                    "description": "It has ended.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } }
                  },
                  "400": { "$ref": "#/components/responses/BadRequest" },
                  "401": { "$ref": "#/components/responses/Unauthorized" },
                  "403": { "$ref": "#/components/responses/Forbidden" },
                  "404": { "$ref": "#/components/responses/NotFound" },
                  "406": { "$ref": "#/components/responses/HTTPError" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/api/v1/checkauthn/{code}": {
              "get": {
                "operationId": "checkAuthenticationByCode", "tags": ["second screen"], "security": [{ "client": [] }],
                "summary": "Tells a second screen whether the device that showed a code is signed in.",
                "parameters": [
                  { "$ref": "#/components/parameters/RegistrationCodePath" },
                  { "$ref": "#/components/parameters/Requestor" }
                ],
                "responses": {
                  "200": {
                    "description": "It is.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } }
                  },
                  "400": { "$ref": "#/components/responses/BadRequest" },
                  "401": { "$ref": "#/components/responses/Unauthorized" },
                  "403": { "$ref": "#/components/responses/Forbidden" },
                  "406": { "$ref": "#/components/responses/HTTPError" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/api/v1/preauthorize/{code}": {
              "get": {
                "operationId": "preauthorizeByCode", "tags": ["second screen"], "security": [{ "client": [] }],
                "summary": "Tells a second screen which of several resources the user of a device may see.",
                "parameters": [
                  { "$ref": "#/components/parameters/RegistrationCodePath" },
                  { "$ref": "#/components/parameters/Requestor" },
                  {
                    "name": "resource", "in": "query", "required": true, "description": "Identifiers between commas.",
                    "style": "form", "explode": false,
                    "schema": {
                      "type": "array", "minItems": 1, "maxItems": 256,
                      "items": { "type": "string", "minLength": 1, "pattern": "^[^,]+$", "examples": ["news"] }
                    }
                  }
                ],
                "responses": {
                  "200": {
                    "description": "An answer for each resource, in the order asked for.",
                    "headers": {
                      "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" },
                      "Adobe-Response-Confidence": { "required": true, "schema": { "const": "full" } }
                    },
                    "content": {
                      "application/xml": { "schema": { "type": "object", "xml": { "name": "resources" } } },
                      "application/json": {
                        "schema": {
                          "type": "object", "additionalProperties": false, "required": ["resources"],
                          "properties": {
                            "resources": {
                              "type": "array",
                              "items": {
                                "type": "object", "additionalProperties": false, "required": ["id", "authorized"],
                                "properties": {
                                  "id": { "type": "string" }, "authorized": { "type": "boolean" },
                                  "error": { "$ref": "#/components/schemas/EnhancedError" }
                                }
                              }
                            }
                          }
                        }
                      }
                    }
                  },
                  "400": { "$ref": "#/components/responses/BadRequest" },
                  "401": { "$ref": "#/components/responses/Unauthorized" },
                  "403": { "$ref": "#/components/responses/Forbidden" },
                  "406": { "$ref": "#/components/responses/HTTPError" },
                  "412": { "$ref": "#/components/responses/NotAuthenticated" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            }
          },
          "components": {
            "parameters": {
              "RegistrationCodePath": {
                "name": "code", "in": "path", "required": true, "description": "The code; case does not matter.",
                "schema": { "$ref": "#/components/schemas/Code" }
              }
            },
            "schemas": {
              "Code": { "type": "string", "pattern": "^[A-HJ-NP-Z2-9]{7}$", "examples": ["ABCDEFG"] },
              "RegistrationCode": {
                "type": "object", "additionalProperties": false,
                "required": ["id", "code", "requestor", "generated", "expires", "info"],
                "properties": {
                  "id": { "$ref": "#/components/schemas/UUID" },
                  "code": { "$ref": "#/components/schemas/Code" },
                  "requestor": { "$ref": "#/components/schemas/RequestorID" },
                  "mvpd": { "$ref": "#/components/schemas/MVPDID" },
                  "generated": { "$ref": "#/components/schemas/Milliseconds" },
                  "expires": { "$ref": "#/components/schemas/Milliseconds" },
                  "info": {
                    "type": "object", "additionalProperties": false,
                    "required": [
                      "deviceId", "deviceInfo", "userAgent", "originalUserAgent", "authorizationType",
                      "sourceApplicationInformation", "registrationURL"
                    ],
                    "properties": {
                      "deviceId": { "type": "string", "description": "Base64 of the device's identifier." },
                      "appId": { "$ref": "#/components/schemas/ApplicationID" },
                      "deviceInfo": { "type": "string", "description": "Base64 of a JSON object." },
                      "userAgent": { "type": "string" },
                      "originalUserAgent": { "type": "string" },
                      "authorizationType": { "const": "OAUTH2" },
                      "sourceApplicationInformation": {
                        "type": "object", "additionalProperties": false, "required": ["id", "name", "version"],
                        "properties": {
                          "id": { "type": "string" }, "name": { "type": "string" }, "version": { "type": "string" }
                        }
                      },
                      "registrationURL": { "type": "string", "format": "uri", "description": "Where the code is entered." }
                    }
                  }
                }
              }
            }
          }
        }
        """#
}
