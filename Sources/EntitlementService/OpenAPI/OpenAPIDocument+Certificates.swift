extension OpenAPIDocument {
    /// What an operator does: requestors' certificates.
    static let certificates = #"""
        {
          "paths": {
            "/admin/v1/certificates": {
              "get": {
                "operationId": "listCertificates",
                "tags": ["administration"],
                "security": [{ "administrator": [] }],
                "summary": "Lists the certificates of requestors.",
                "parameters": [
                  {
                    "name": "requestor",
                    "in": "query",
                    "description": "Only this requestor's.",
                    "schema": { "$ref": "#/components/schemas/RequestorID" }
                  }
                ],
                "responses": {
                  "200": {
                    "description": "The certificates.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": {
                      "application/json": {
                        "schema": {
                          "type": "object",
                          "additionalProperties": false,
                          "required": ["certificates"],
                          "properties": {
                            "certificates": { "type": "array", "items": { "$ref": "#/components/schemas/Certificate" } }
                          }
                        }
                      }
                    }
                  },
                  "400": { "$ref": "#/components/responses/BadAdministration" },
                  "401": { "$ref": "#/components/responses/NotAdministrator" },
                  "404": { "$ref": "#/components/responses/NotAdministered" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              },
              "post": {
                "operationId": "addCertificate",
                "tags": ["administration"],
                "security": [{ "administrator": [] }],
                "summary": "Adds a certificate; one that is known is given back as it is.",
                "requestBody": {
                  "required": true,
                  "content": {
                    "application/json": {
                      "schema": {
                        "type": "object",
                        "additionalProperties": false,
                        "required": ["requestor", "certificate"],
                        "properties": {
                          "requestor": { "$ref": "#/components/schemas/RequestorID" },
                          "certificate": { "$ref": "#/components/schemas/PEMCertificate" },
                          "encryptsMetadata": { "type": ["boolean", "null"] }
                        }
                      }
                    }
                  }
                },
                "responses": {
                  "201": {
                    "description": "The certificate.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Certificate" } } },
                    "links": {
                      "change": {
                        "operationId": "changeCertificate",
                        "parameters": { "requestor": "$response.body#/requestor", "id": "$response.body#/id" }
                      },
                      "removal": {
                        "operationId": "removeCertificate",
                        "parameters": { "requestor": "$response.body#/requestor", "id": "$response.body#/id" }
                      }
                    }
                  },
                  "400": { "$ref": "#/components/responses/BadAdministration" },
                  "401": { "$ref": "#/components/responses/NotAdministrator" },
                  "404": { "$ref": "#/components/responses/NotAdministered" },
                  "409": { "$ref": "#/components/responses/Conflict" },
                  "413": { "$ref": "#/components/responses/HTTPError" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "415": { "$ref": "#/components/responses/UnsupportedMediaType" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            },
            "/admin/v1/certificates/{requestor}/{id}": {
              "parameters": [
                { "$ref": "#/components/parameters/RequestorPath" },
                { "name": "id", "in": "path", "required": true, "schema": { "$ref": "#/components/schemas/Fingerprint" } }
              ],
              "put": {
                "operationId": "changeCertificate",
                "tags": ["administration"],
                "security": [{ "administrator": [] }],
                "summary": "Marks a certificate for the encryption of user metadata, or not.",
                "requestBody": {
                  "required": true,
                  "content": {
                    "application/json": {
                      "schema": {
                        "type": "object",
                        "additionalProperties": false,
                        "properties": { "encryptsMetadata": { "type": ["boolean", "null"] } }
                      }
                    }
                  }
                },
                "responses": {
                  "200": {
                    "description": "The certificate as it is now.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                    "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Certificate" } } }
                  },
                  "400": { "$ref": "#/components/responses/BadAdministration" },
                  "401": { "$ref": "#/components/responses/NotAdministrator" },
                  "404": { "$ref": "#/components/responses/NotAdministered" },
                  "413": { "$ref": "#/components/responses/HTTPError" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "415": { "$ref": "#/components/responses/UnsupportedMediaType" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              },
              "delete": {
                "operationId": "removeCertificate",
                "tags": ["administration"],
                "security": [{ "administrator": [] }],
                "summary": "Removes a certificate.",
                "responses": {
                  "204": {
                    "description": "It is gone.",
                    "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } }
                  },
                  "401": { "$ref": "#/components/responses/NotAdministrator" },
                  "404": { "$ref": "#/components/responses/NotAdministered" },
                  "414": { "$ref": "#/components/responses/HTTPError" },
                  "431": { "$ref": "#/components/responses/HTTPError" },
                  "500": { "$ref": "#/components/responses/ServiceFailed" }
                }
              }
            }
          },
          "components": {
            "schemas": {
              "Fingerprint": {
                "type": "string",
                "pattern": "^[0-9a-f]{64}$",
                "description": "The SHA-256 of the certificate in DER."
              },
              "PEMCertificate": {
                "type": "string",
                "format": "pem-certificate",
                "maxLength": 16384,
                "pattern": "^-----BEGIN CERTIFICATE-----",
                "description": "X.509 in PEM, with an RSA key of at least 2048 bits."
              },
              "Certificate": {
                "type": "object",
                "additionalProperties": false,
                "required": [
                  "id", "requestor", "serial", "issuer", "subject", "notBefore", "notAfter", "encryptsMetadata",
                  "certificate"
                ],
                "properties": {
                  "id": { "$ref": "#/components/schemas/Fingerprint" },
                  "requestor": { "$ref": "#/components/schemas/RequestorID" },
                  "serial": { "type": "string", "pattern": "^[0-9a-f]+$" },
                  "issuer": { "type": "string" },
                  "subject": { "type": "string" },
                  "notBefore": { "type": "integer", "description": "Unix seconds." },
                  "notAfter": { "type": "integer", "description": "Unix seconds." },
                  "encryptsMetadata": { "type": "boolean" },
                  "certificate": { "type": "string", "pattern": "^-----BEGIN CERTIFICATE-----" }
                }
              }
            }
          }
        }
        """#
}
