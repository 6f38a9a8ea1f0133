extension OpenAPIDocument {
    /// The configuration and the profile requests.
    static let configuration = #"""
        {
          "paths": {
            "/api/v1/config/{requestor}": {
              "get": {
                "operationId": "readConfiguration", "tags": ["configuration"], "security": [{ "client": [] }],
                "summary": "Tells which providers a requestor works with.",
                "parameters": [
                  { "$ref": "#/components/parameters/RequestorPath" },
                  { "name": "deviceType", "in": "query", "deprecated": true, "schema": { "type": "string" } },
                  { "$ref": "#/components/parameters/DeviceInformation" }
                ],
                "responses": {
                  "200": {
                    "description": "The requestor with its enabled integrations.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": {
                      "application/json": { "schema": { "$ref": "#/components/schemas/Configuration" } },
                      "application/xml": { "schema": { "$ref": "#/components/schemas/Configuration" } }
                    },
                    "links": {
                      "profileRequest": {
                        "operationId": "createProfileRequest",
                        "parameters": { "requestor": "$request.path.requestor", "mvpd": "$response.body#/requestor/mvpds/0/id" }
                      },
                      "authentication": {
                        "operationId": "readAuthentication", "parameters": { "requestor": "$request.path.requestor" }
                      }
                    }
                  },
                  "400": { "$ref": "#/components/responses/BadRequest" },
                  "401": { "$ref": "#/components/responses/Unauthorized" },
                  "403": { "$ref": "#/components/responses/Forbidden" },
                  "404": { "$ref": "#/components/responses/NotFound" },
                  "406": { "$ref": "#/components/responses/HTTPError" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "429": { "$ref": "#/components/responses/Throttled" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/api/v1/{requestor}/profile-requests/{mvpd}": {
              "get": {
                "operationId": "createProfileRequest", "tags": ["configuration"], "security": [{ "client": [] }],
                "summary": "Makes the SAML request that the device hands to the provider.",
                "parameters": [
                  { "$ref": "#/components/parameters/RequestorPath" },
                  { "$ref": "#/components/parameters/MVPDPath" },
                  {
                    "name": "deviceType", "in": "query", "required": true,
                    "schema": { "$ref": "#/components/schemas/DeviceType" }
                  },
                  { "$ref": "#/components/parameters/DeviceID" },
                  { "$ref": "#/components/parameters/ApplicationID" },
                  { "$ref": "#/components/parameters/DeviceInformation" }
                ],
                "responses": {
                  "200": {
                    "description": "Base64, in one line, of the signed AuthnRequest.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": {
                      "application/octet-stream": { "schema": { "type": "string", "pattern": "^[A-Za-z0-9+/]+=*$" } }
                    },
                    "links": {
                      "exchange": {
                        "operationId": "exchangeToken",
                        "requestBody": {
                          "requestor": "$request.path.requestor", "mvpd": "$request.path.mvpd",
                          "deviceId": "$request.query.deviceId", "deviceType": "$request.query.deviceType"
                        }
                      }
                    }
                  },
                  "204": {
                    "description": "An AuthNAll rule is in force: there is nothing to ask the provider.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "links": {
                      "exchange": {
                        "operationId": "exchangeToken",
                        "requestBody": {
                          "requestor": "$request.path.requestor", "mvpd": "$request.path.mvpd",
                          "deviceId": "$request.query.deviceId", "deviceType": "$request.query.deviceType"
                        }
                      }
                    }
                  },
                  "400": { "$ref": "#/components/responses/BadRequest" },
                  "401": { "$ref": "#/components/responses/Unauthorized" },
                  "403": { "$ref": "#/components/responses/Forbidden" },
                  "404": { "$ref": "#/components/responses/NotFound" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "429": { "$ref": "#/components/responses/Throttled" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            }
          },
          "components": {
            "schemas": {
              "Configuration": {
                "type": "object", "additionalProperties": false,
                "required": ["device", "clientType", "os", "time", "requestor"],
                "properties": {
                  "device": { "type": "string", "enum": ["AppleTV", "iPhone", "unknown"] },
                  "clientType": { "type": "string", "enum": ["ios", "unknown"] },
                  "os": { "type": "string", "enum": ["iOS", "tvOS", "Unknown"] },
                  "time": { "$ref": "#/components/schemas/Milliseconds" },
                  "requestor": {
                    "type": "object", "additionalProperties": false,
                    "required": ["id", "name", "domains", "deviceIdMetadata", "mvpds"],
                    "properties": {
                      "id": { "$ref": "#/components/schemas/RequestorID" },
                      "name": { "type": "string" },
                      "domains": {
                        "type": "array",
                        "items": {
                          "type": "object", "additionalProperties": false, "required": ["name", "mvpdInitiated"],
                          "properties": { "name": { "type": "string" }, "mvpdInitiated": { "type": "boolean" } }
                        }
                      },
                      "deviceIdMetadata": { "type": "boolean" },
                      "mvpds": { "type": "array", "items": { "$ref": "#/components/schemas/ConfiguredMVPD" } }
                    }
                  }
                }
              },
              "ConfiguredMVPD": {
                "type": "object", "additionalProperties": false,
                "required": [
                  "id", "displayName", "logoUrl", "isTempPass", "isProxy", "authPerAggregator", "passiveAuthnEnabled",
                  "authPerBrowserSession", "requiresSVC"
                ],
                "properties": {
                  "id": { "$ref": "#/components/schemas/MVPDID" },
                  "displayName": { "type": "string" },
                  "logoUrl": { "type": "string" },
                  "isTempPass": { "type": "boolean" },
                  "isPromotional": { "type": "boolean" },
                  "isProxy": { "type": "boolean" },
                  "authPerAggregator": { "type": "boolean" },
                  "passiveAuthnEnabled": { "type": "boolean" },
                  "authPerBrowserSession": { "type": "boolean" },
                  "requiresSVC": { "type": "boolean" },
                  "enablePlatformServices": { "type": "boolean" },
                  "boardingStatus": { "type": "string", "enum": ["SUPPORTED", "PICKER"] },
                  "displayInPlatformPicker": { "type": "boolean" },
                  "platformMappingId": { "$ref": "#/components/schemas/ProviderID" },
                  "requiredMetadataFields": { "type": "array", "items": { "type": "string" } },
                  "degradation": { "$ref": "#/components/schemas/Degradation" }
                }
              }
            }
          }
        }
        """#
}
