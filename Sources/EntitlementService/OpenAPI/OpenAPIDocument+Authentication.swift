extension OpenAPIDocument {
    /// Sign-in, its token, its metadata, its end.
    static let authentication = #"""
        {
          "paths": {
            "/api/v1/tokens/authn": {
              "post": {
                "operationId": "exchangeToken", "tags": ["authentication"], "security": [{ "client": [] }],
                "summary": "Exchanges the provider's SAML response for a sign-in.",
                "parameters": [{ "$ref": "#/components/parameters/DeviceInformation" }],
                "requestBody": {
                  "required": true,
                  "content": {
                    "application/x-www-form-urlencoded": {
                      "schema": {
                        "type": "object", "required": ["requestor", "deviceId", "mvpd", "deviceType"],
                        "properties": {
                          "requestor": { "$ref": "#/components/schemas/RequestorID" },
                          "deviceId": { "$ref": "#/components/schemas/DeviceID" },
                          "appId": { "$ref": "#/components/schemas/ApplicationID" },
                          "mvpd": { "$ref": "#/components/schemas/MVPDID" },
                          "deviceType": { "$ref": "#/components/schemas/DeviceType" },
                          "SAMLResponse": {
                            "type": "string", "format": "saml-response",
                            "description": "Base64; needed unless an AuthNAll rule is in force."
                          },
                          "sharedRequestor": {
                            "type": "string",
                            "description": "Of the simulator: go on with the sign-in of another requestor on this device, in place of a response."
                          }
                        }
                      }
                    }
                  }
                },
                "responses": {
                  "204": {
                    "description": "The user is signed in.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "links": {
                      "token": {
                        "operationId": "readAuthentication",
                        "parameters": { "requestor": "$request.body#/requestor", "deviceId": "$request.body#/deviceId" }
                      },
                      "metadata": {
                        "operationId": "readUserMetadata",
                        "parameters": { "requestor": "$request.body#/requestor", "deviceId": "$request.body#/deviceId" }
                      },
                      "authorization": {
                        "operationId": "authorize",
                        "parameters": { "requestor": "$request.body#/requestor", "deviceId": "$request.body#/deviceId" }
                      },
                      "preauthorization": {
                        "operationId": "preauthorize",
                        "parameters": { "requestor": "$request.body#/requestor", "deviceId": "$request.body#/deviceId" }
                      }
                    }
                  },
                  "400": { "$ref": "#/components/responses/BadRequest" },
                  "401": { "$ref": "#/components/responses/Unauthorized" },
                  "403": { "$ref": "#/components/responses/Forbidden" },
                  "406": { "$ref": "#/components/responses/HTTPError" },
                  "413": { "$ref": "#/components/responses/HTTPError" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "429": { "$ref": "#/components/responses/Throttled" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              },
              "get": {
                "operationId": "readAuthentication", "tags": ["authentication"], "security": [{ "client": [] }],
                "summary": "Tells a device its sign-in.",
                "parameters": [
                  { "$ref": "#/components/parameters/Requestor" },
                  { "$ref": "#/components/parameters/DeviceID" },
                  { "$ref": "#/components/parameters/ApplicationID" },
                  { "$ref": "#/components/parameters/DeviceInformation" }
                ],
                "responses": {
                  "200": {
                    "description": "The sign-in.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": {
                      "application/xml": { "schema": { "type": "object", "xml": { "name": "authentication" } } },
                      "application/json": {
                        "schema": {
                          "type": "object", "additionalProperties": false,
                          "required": ["requestor", "mvpd", "userId", "expires"],
                          "properties": {
                            "requestor": { "$ref": "#/components/schemas/RequestorID" },
                            "mvpd": { "$ref": "#/components/schemas/MVPDID" },
                            "userId": { "type": "string" },
                            "expires": { "$ref": "#/components/schemas/MillisecondsText" },
                            "degradation": { "$ref": "#/components/schemas/Degradation" },
                            "type": { "type": "string", "enum": ["degraded"] }
                          }
                        }
                      }
                    },
                    "links": {
                      "authorization": {
                        "operationId": "authorize",
                        "parameters": { "requestor": "$response.body#/requestor", "deviceId": "$request.query.deviceId" }
                      },
                      "logout": {
                        "operationId": "logOut",
                        "parameters": { "requestor": "$response.body#/requestor", "deviceId": "$request.query.deviceId" }
                      }
                    }
                  },
                  "400": { "$ref": "#/components/responses/BadRequest" },
                  "401": { "$ref": "#/components/responses/Unauthorized" },
                  "403": { "$ref": "#/components/responses/Forbidden" },
                  "404": { "$ref": "#/components/responses/NotFound" },
                  "406": { "$ref": "#/components/responses/HTTPError" },
                  "410": { "$ref": "#/components/responses/Gone" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "429": { "$ref": "#/components/responses/Throttled" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/api/v1/checkauthn": {
              "get": {
                "operationId": "checkAuthentication", "tags": ["authentication"], "security": [{ "client": [] }],
                "summary": "Tells whether a device is signed in.",
                "parameters": [
                  { "$ref": "#/components/parameters/Requestor" },
                  { "$ref": "#/components/parameters/DeviceID" },
                  { "$ref": "#/components/parameters/ApplicationID" },
                  { "$ref": "#/components/parameters/DeviceInformation" }
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
                  "429": { "$ref": "#/components/responses/Throttled" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/api/v1/tokens/usermetadata": {
              "get": {
                "operationId": "readUserMetadata", "tags": ["authentication"], "security": [{ "client": [] }],
                "summary": "Tells what the provider told about the user.",
                "parameters": [
                  { "$ref": "#/components/parameters/Requestor" },
                  { "$ref": "#/components/parameters/DeviceID" },
                  { "$ref": "#/components/parameters/ApplicationID" },
                  { "$ref": "#/components/parameters/DeviceInformation" }
                ],
                "responses": {
                  "200": {
                    "description": "The metadata.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": {
                      "application/xml": { "schema": { "type": "object", "xml": { "name": "usermetadata" } } },
                      "application/json": {
                        "schema": {
                          "type": "object", "additionalProperties": false, "required": ["updated", "encrypted", "data"],
                          "properties": {
                            "updated": { "$ref": "#/components/schemas/Seconds" },
                            "encrypted": { "type": "array", "items": { "type": "string" } },
                            "data": {
                              "description": "Which keys there are depends on the provider.", "type": "object",
                              "additionalProperties": {
                                "anyOf": [
                                  { "type": ["string", "boolean", "integer"] },
                                  { "type": "array", "items": { "type": "string" } },
                                  { "type": "object", "additionalProperties": { "type": "string" } }
                                ]
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
                  "404": { "$ref": "#/components/responses/NotFound" },
                  "406": { "$ref": "#/components/responses/HTTPError" },
                  "412": { "$ref": "#/components/responses/NotAuthenticated" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "429": { "$ref": "#/components/responses/Throttled" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/api/v1/logout": {
              "delete": {
                "operationId": "logOut", "tags": ["authentication"], "security": [{ "client": [] }],
                "summary": "Forgets a device's tokens; the provider's own session goes on.",
                "parameters": [
                  { "$ref": "#/components/parameters/Requestor" },
                  { "$ref": "#/components/parameters/DeviceID" },
                  { "$ref": "#/components/parameters/ApplicationID" },
                  { "$ref": "#/components/parameters/DeviceInformation" }
                ],
                "responses": {
                  "204": {
                    "description": "The device has no tokens.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } }
                  },
                  "400": { "$ref": "#/components/responses/BadRequest" },
                  "401": { "$ref": "#/components/responses/Unauthorized" },
                  "403": { "$ref": "#/components/responses/Forbidden" },
                  "406": { "$ref": "#/components/responses/HTTPError" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "429": { "$ref": "#/components/responses/Throttled" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            }
          }
        }
        """#
}
