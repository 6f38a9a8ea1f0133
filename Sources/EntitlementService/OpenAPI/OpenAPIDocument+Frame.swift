extension OpenAPIDocument {
    /// What the document is about, and what the areas share.
    static let frame = #"""
        {
          "openapi": "3.1.0",
          "info": {
            "title": "entitlementd",
            "version": "1",
            "summary": "The simulated TV Everywhere service provider.",
            "description": "A GET is answered for HEAD, too. REST v1 answers XML as well: by Accept, by format=xml, by the suffix .xml.",
            "license": { "name": "Apache-2.0", "identifier": "Apache-2.0" }
          },
          "servers": [{ "url": "/" }],
          "tags": [
            { "name": "registration", "description": "Dynamic Client Registration" },
            { "name": "configuration", "description": "What an app works with" },
            { "name": "authentication", "description": "Sign-in, its token, its metadata, its end" },
            { "name": "authorization", "description": "Decisions and media tokens" },
            { "name": "service", "description": "What everybody may read" },
            { "name": "administration", "description": "What an operator does" }
          ],
          "components": {
            "securitySchemes": {
              "client": {
                "type": "http", "scheme": "bearer", "bearerFormat": "JWT",
                "description": "The access_token of POST /o/client/token."
              },
              "administrator": {
                "type": "http", "scheme": "bearer",
                "description": "The adminToken of entitlementd.json, or the one of --admin-token-file."
              }
            },
            "parameters": {
              "RequestorPath": {
                "name": "requestor", "in": "path", "required": true, "description": "The channel.",
                "schema": { "$ref": "#/components/schemas/RequestorID" }
              },
              "MVPDPath": {
                "name": "mvpd", "in": "path", "required": true, "description": "The provider, by its MVPD identifier.",
                "schema": { "$ref": "#/components/schemas/MVPDID" }
              },
              "Requestor": {
                "name": "requestor", "in": "query", "required": true, "description": "The channel.",
                "schema": { "$ref": "#/components/schemas/RequestorID" }
              },
              "DeviceID": {
                "name": "deviceId", "in": "query", "required": true, "description": "The device; a hash, never interpreted.",
                "schema": { "$ref": "#/components/schemas/DeviceID" }
              },
              "ApplicationID": {
                "name": "appId", "in": "query", "deprecated": true, "description": "Keeps tokens apart from other apps.",
                "schema": { "$ref": "#/components/schemas/ApplicationID" }
              },
              "DeviceInformation": {
                "name": "X-Device-Info", "in": "header", "description": "What the device tells about itself.",
                "schema": { "$ref": "#/components/schemas/DeviceInformation" }
              },
              "Resource": {
                "name": "resource", "in": "query", "required": true, "description": "What the user wants to see.",
                "schema": { "$ref": "#/components/schemas/Resource" }
              }
            },
            "schemas": {
              "RequestorID": {
                "type": "string", "minLength": 1, "maxLength": 64, "pattern": "^[A-Za-z0-9._-]+$", "examples": ["REF30"]
              },
              "MVPDID": {
                "type": "string", "minLength": 1, "maxLength": 64, "pattern": "^[A-Za-z0-9._-]+$", "examples": ["AlphaCable"]
              },
              "ProviderID": {
                "type": "string", "minLength": 1, "maxLength": 256, "pattern": "^[A-Za-z0-9._-]+$", "examples": ["alpha.example"]
              },
              "DeviceID": { "type": "string", "minLength": 1, "maxLength": 1024, "examples": ["ZGV2aWNlLTE="] },
              "ApplicationID": { "type": "string", "maxLength": 1024 },
              "DeviceType": { "type": "string", "enum": ["iOS", "tvOS"] },
              "Platform": { "type": "string", "enum": ["ios", "tvos"] },
              "Degradation": { "type": "string", "enum": ["none", "authn-all", "authz-all", "authz-none"] },
              "DeviceInformation": {
                "type": "string", "format": "device-information",
                "description": "Base64, or URL-encoded Base64, of a JSON object: model, osName, osVersion, version …",
                "examples": ["eyJtb2RlbCI6ImlQaG9uZSIsIm9zTmFtZSI6ImlPUyJ9"]
              },
              "Resource": {
                "description": "An identifier, or a media-RSS document with a channel title; at most 8192 bytes.",
                "anyOf": [
                  {
                    "type": "string", "minLength": 1, "maxLength": 8192,
                    "pattern": "^ *[^\\x00-\\x20\\x7f<][^\\x00-\\x1f\\x7f]*$", "examples": ["news"]
                  },
                  { "type": "string", "format": "media-rss" }
                ]
              },
              "MillisecondsText": {
                "type": "string", "pattern": "^[0-9]{1,19}$", "description": "Unix milliseconds, as a text.",
                "examples": ["1800000000000"]
              },
              "Milliseconds": { "type": "integer", "description": "Unix milliseconds; negative before 1970." },
              "Seconds": { "type": "integer", "minimum": 0, "description": "Unix seconds." },
              "Lifetime": { "type": "integer", "minimum": 1, "maximum": 315360000, "description": "Seconds." },
              "UUID": {
                "type": "string", "pattern": "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
                "examples": ["0b6f4c1a-7d0e-4a37-9c0e-6a1f0e5b7c21"]
              }
            }
          }
        }
        """#
}
