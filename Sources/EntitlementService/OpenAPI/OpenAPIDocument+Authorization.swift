import TVWorld

extension OpenAPIDocument {
    /// Decisions and media tokens.
    static let authorization = #"""
        {
          "paths": {
            "/api/v1/authorize": {
              "get": {
                "operationId": "authorize", "tags": ["authorization"], "security": [{ "client": [] }],
                "summary": "Asks the provider whether a user may see a resource.",
                "parameters": [
                  { "$ref": "#/components/parameters/Requestor" },
                  { "$ref": "#/components/parameters/DeviceID" },
                  { "$ref": "#/components/parameters/Resource" },
                  { "$ref": "#/components/parameters/ApplicationID" },
                  { "$ref": "#/components/parameters/DeviceInformation" }
                ],
                "responses": {
                  "200": {
                    "description": "Yes, for a while.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": {
                      "application/json": { "schema": { "$ref": "#/components/schemas/Authorization" } },
                      "application/xml": { "schema": { "$ref": "#/components/schemas/Authorization" } }
                    },
                    "links": {
                      "authorizationToken": {
                        "operationId": "readAuthorization",
                        "parameters": {
                          "requestor": "$response.body#/requestor", "deviceId": "$request.query.deviceId",
                          "resource": "$response.body#/resource"
                        }
                      },
                      "mediaToken": {
                        "operationId": "issueMediaToken",
                        "parameters": {
                          "requestor": "$response.body#/requestor", "deviceId": "$request.query.deviceId",
                          "resource": "$response.body#/resource"
                        }
                      }
                    }
                  },
                  "400": { "$ref": "#/components/responses/BadRequest" },
                  "401": { "$ref": "#/components/responses/Unauthorized" },
                  "403": { "$ref": "#/components/responses/AuthorizationRefused" },
                  "406": { "$ref": "#/components/responses/HTTPError" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "429": { "$ref": "#/components/responses/Throttled" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/api/v1/tokens/authz": {
              "get": {
                "operationId": "readAuthorization", "tags": ["authorization"], "security": [{ "client": [] }],
                "summary": "Tells a device the authorization that it has.",
                "parameters": [
                  { "$ref": "#/components/parameters/Requestor" },
                  { "$ref": "#/components/parameters/DeviceID" },
                  { "$ref": "#/components/parameters/Resource" },
                  { "$ref": "#/components/parameters/ApplicationID" },
                  { "$ref": "#/components/parameters/DeviceInformation" }
                ],
                "responses": {
                  "200": {
                    "description": "The authorization.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": {
                      "application/json": { "schema": { "$ref": "#/components/schemas/Authorization" } },
                      "application/xml": { "schema": { "$ref": "#/components/schemas/Authorization" } }
                    }
                  },
                  "400": { "$ref": "#/components/responses/BadRequest" },
                  "401": { "$ref": "#/components/responses/Unauthorized" },
                  "403": { "$ref": "#/components/responses/Forbidden" },
                  "404": { "$ref": "#/components/responses/NotFound" },
                  "406": { "$ref": "#/components/responses/HTTPError" },
                  "410": { "$ref": "#/components/responses/Gone" },
                  "412": { "$ref": "#/components/responses/NotAuthenticated" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "429": { "$ref": "#/components/responses/Throttled" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/api/v1/tokens/media": {
              "get": {
                "operationId": "issueMediaToken", "tags": ["authorization"], "security": [{ "client": [] }],
                "summary": "Gives a device a media token for an authorized resource.",
                "parameters": [
                  { "$ref": "#/components/parameters/Requestor" },
                  { "$ref": "#/components/parameters/DeviceID" },
                  { "$ref": "#/components/parameters/Resource" },
                  { "$ref": "#/components/parameters/ApplicationID" },
                  { "$ref": "#/components/parameters/DeviceInformation" }
                ],
                "responses": {
                  "200": { "$ref": "#/components/responses/MediaToken" },
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
            "/api/v1/mediatoken": {
              "get": {
                "operationId": "issueMediaTokenByItsOtherName", "tags": ["authorization"], "security": [{ "client": [] }],
                "summary": "The same as /api/v1/tokens/media.",
                "parameters": [
                  { "$ref": "#/components/parameters/Requestor" },
                  { "$ref": "#/components/parameters/DeviceID" },
                  { "$ref": "#/components/parameters/Resource" },
                  { "$ref": "#/components/parameters/ApplicationID" },
                  { "$ref": "#/components/parameters/DeviceInformation" }
                ],
                "responses": {
                  "200": { "$ref": "#/components/responses/MediaToken" },
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
            "/api/v1/preauthorize": {
              "get": {
                "operationId": "preauthorize", "tags": ["authorization"], "security": [{ "client": [] }],
                "summary": "Tells which of several resources a user may see.",
                "parameters": [
                  { "$ref": "#/components/parameters/Requestor" },
                  { "$ref": "#/components/parameters/DeviceID" },
                  {
                    "name": "resource", "in": "query", "required": true,
                    "description": "Identifiers between commas; a comma of their own is written as %2C before the list is encoded.",
                    "style": "form", "explode": false,
                    "schema": {
                      "type": "array", "minItems": 1, "maxItems": 256,
                      "items": { "type": "string", "minLength": 1, "pattern": "^[^,]+$", "examples": ["news"] }
                    }
                  },
                  {
                    "name": "cache", "in": "query",
                    "description": "false: the provider is asked about what is authorized already, too. The simulator's own parameter.",
                    "schema": { "type": "string", "enum": ["true", "false"], "default": "true" }
                  },
                  { "$ref": "#/components/parameters/ApplicationID" },
                  { "$ref": "#/components/parameters/DeviceInformation" }
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
                  "429": { "$ref": "#/components/responses/Throttled" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            }
          },
          "components": {
            "responses": {
              "AuthorizationRefused": {
                "description": "No, or nobody is signed in; the headers tell the library what to raise.",
                "headers": {
                  "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" },
                  "Authzf-Error-Code": { "schema": { "type": "string", "pattern": "^([ZN][0-9]{3}|SEC412)$" } },
                  "Authzf-Sub-Error-Code": { "schema": { "$ref": "#/components/schemas/ErrorCode" } },
                  "Authzf-Error-Details": {
                    "description": "The provider's or the programmer's own text; percent-encoded where it is not plain ASCII.",
                    "schema": { "type": "string", "pattern": "^[ -~]*$" }
                  }
                },
                "content": {
                  "application/json": { "schema": { "$ref": "#/components/schemas/Refusal" } },
                  "application/xml": { "schema": { "$ref": "#/components/schemas/Refusal" } }
                }
              },
              "MediaToken": {
                "description": "A signed token that anybody can verify with the service's certificate.",
                "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                "content": {
                  "application/xml": { "schema": { "type": "object", "xml": { "name": "play" } } },
                  "application/json": {
                    "schema": {
                      "type": "object", "additionalProperties": false,
                      "required": ["resource", "requestor", "expires", "serializedToken", "userId", "mvpdId"],
                      "properties": {
                        "resource": { "type": "string" },
                        "requestor": { "$ref": "#/components/schemas/RequestorID" },
                        "expires": { "$ref": "#/components/schemas/MillisecondsText" },
                        "serializedToken": {
                          "type": "string", "pattern": "^[A-Za-z0-9+/]+=*$", "description": "Base64 of the token's XML."
                        },
                        "userId": { "type": "string", "description": "Scrambled." },
                        "mvpdId": { "$ref": "#/components/schemas/MVPDID" }
                      }
                    }
                  }
                }
              }
            },
            "schemas": {
              "Authorization": {
                "type": "object", "additionalProperties": false, "required": ["mvpd", "resource", "requestor", "expires"],
                "properties": {
                  "mvpd": { "$ref": "#/components/schemas/MVPDID" },
                  "resource": { "type": "string" },
                  "requestor": { "$ref": "#/components/schemas/RequestorID" },
                  "expires": { "$ref": "#/components/schemas/MillisecondsText" },
                  "proxyMvpd": { "$ref": "#/components/schemas/MVPDID" },
                  "degradation": { "$ref": "#/components/schemas/Degradation" }
                }
              }
            }
          }
        }
        """#
}
