import TVWorld

extension OpenAPIDocument {
    /// Refusals, and the headers that every answer has.
    static let responses = #"""
        {
          "components": {
            "headers": {
              "RequestID": {
                "description": "The call's identifier; the journal and the log have the same one.", "required": true,
                "schema": { "$ref": "#/components/schemas/RequestIdentifier" }
              },
              "Authenticate": {
                "description": "How to prove who calls.", "schema": { "type": "string", "const": "Bearer" }
              }
            },
            "schemas": {
              "RequestIdentifier": {
                "description": "The caller's own X-Request-Id, else its traceparent's trace, else one that was drawn.",
                "type": "string", "pattern": "^[A-Za-z0-9._-]{1,128}$"
              },
              "HTTPError": {
                "description": "The call never reached the service's logic.",
                "type": "object", "additionalProperties": false, "required": ["status", "message", "trace"],
                "properties": {
                  "status": { "type": "integer", "minimum": 400, "maximum": 599 }, "message": { "type": "string" },
                  "trace": { "$ref": "#/components/schemas/RequestIdentifier" }
                }
              },
              "PlainError": {
                "description": "A refusal where the requestor's enhanced errors are off.",
                "type": "object", "additionalProperties": false, "required": ["status", "message", "details", "trace"],
                "properties": {
                  "status": { "type": "integer", "minimum": 400, "maximum": 599 }, "message": { "type": "string" },
                  "details": { "type": ["string", "null"], "description": "The provider's own text." },
                  "trace": { "$ref": "#/components/schemas/RequestIdentifier" }
                }
              },
              "EnhancedError": {
                "description": "A refusal where the requestor's enhanced errors are on.",
                "type": "object", "additionalProperties": false,
                "required": ["action", "status", "code", "message", "helpUrl", "trace"],
                "properties": {
                  "action": {
                    "type": "string",
                    "enum": ["none", "configuration", "application-registration", "authentication", "authorization", "retry"]
                  },
                  "status": { "type": "integer", "minimum": 400, "maximum": 599 },
                  "code": { "$ref": "#/components/schemas/ErrorCode" },
                  "message": { "type": "string" },
                  "details": { "type": "string", "description": "The provider's or the programmer's own text." },
                  "helpUrl": { "type": "string", "format": "uri" },
                  "trace": { "$ref": "#/components/schemas/RequestIdentifier" }
                }
              },
              "AccessError": {
                "description": "The access token was not taken.",
                "type": "object", "additionalProperties": false, "required": ["status", "message", "error", "trace"],
                "properties": {
                  "status": { "type": "integer", "minimum": 400, "maximum": 499 }, "message": { "type": "string" },
                  "error": { "type": "string", "enum": ["invalid_request", "access_denied", "invalid_client"] },
                  "trace": { "$ref": "#/components/schemas/RequestIdentifier" }
                }
              },
              "ErrorCode": {
                "type": "string",
                "enum": [
                  "invalid_requestor", "invalid_device_info", "invalid_device_id", "bad_request", "missing_resource",
                  "malformed_authz_request", "invalid_parameter_saml_response", "unknown_integration", "too_many_resources",
                  "authorization_denied_by_mvpd", "preauthorization_denied_by_mvpd",
                  "authorization_denied_by_parental_controls", "identity_not_recognized_by_mvpd",
                  "authorization_denied_by_session_invalidated", "authorization_denied_by_degradation_rule",
                  "authorization_denied_by_repeated_denials", "authentication_session_missing",
                  "authentication_session_expired", "preauthorization_authentication_session_missing",
                  "preauthorization_authentication_session_expired", "authorization_not_found", "authorization_expired",
                  "invalid_configuration_user_metadata_certificate", "authorization_denied_by_hba_policies", "temporary_access_duration_limit_exceeded",
                  "temporary_access_resources_limit_exceeded", "invalid_configuration_temporary_access",
                  "device_id_mismatch", "network_received_error", "network_connection_timeout", "maximum_execution_time_exceeded",
                  "internal_error"
                ]
              },
              "Refusal": {
                "anyOf": [
                  { "$ref": "#/components/schemas/EnhancedError" }, { "$ref": "#/components/schemas/PlainError" },
                  { "$ref": "#/components/schemas/AccessError" }, { "$ref": "#/components/schemas/HTTPError" }
                ]
              }
            },
            "responses": {
              "BadRequest": {
                "description": "A parameter is missing or wrong; the message names it and what is accepted.",
                "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                "content": {
                  "application/json": { "schema": { "$ref": "#/components/schemas/Refusal" } },
                  "application/xml": { "schema": { "$ref": "#/components/schemas/Refusal" } }
                }
              },
              "Unauthorized": {
                "description": "There is no access token, or one that is not in force: get a new one.",
                "headers": {
                  "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" },
                  "WWW-Authenticate": { "$ref": "#/components/headers/Authenticate" }
                },
                "content": {
                  "application/json": { "schema": { "$ref": "#/components/schemas/AccessError" } },
                  "application/xml": { "schema": { "$ref": "#/components/schemas/AccessError" } }
                }
              },
              "Forbidden": {
                "description": "Refused by the service or by the provider, or the client has to register again.",
                "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                "content": {
                  "application/json": { "schema": { "$ref": "#/components/schemas/Refusal" } },
                  "application/xml": { "schema": { "$ref": "#/components/schemas/Refusal" } }
                }
              },
              "NotFound": {
                "description": "There is no such thing.",
                "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                "content": {
                  "application/json": { "schema": { "$ref": "#/components/schemas/Refusal" } },
                  "application/xml": { "schema": { "$ref": "#/components/schemas/Refusal" } }
                }
              },
              "Gone": {
                "description": "There was one; it has ended.",
                "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                "content": {
                  "application/json": { "schema": { "$ref": "#/components/schemas/Refusal" } },
                  "application/xml": { "schema": { "$ref": "#/components/schemas/Refusal" } }
                }
              },
              "NotAuthenticated": {
                "description": "Nobody is signed in, or the sign-in has ended.",
                "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                "content": {
                  "application/json": { "schema": { "$ref": "#/components/schemas/Refusal" } },
                  "application/xml": { "schema": { "$ref": "#/components/schemas/Refusal" } }
                }
              },
              "HTTPError": {
                "description": "HTTP's own refusal.",
                "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                "content": {
                  "application/json": { "schema": { "$ref": "#/components/schemas/HTTPError" } },
                  "application/xml": { "schema": { "$ref": "#/components/schemas/HTTPError" } }
                }
              },
              "UnsupportedMediaType": {
                "description": "The body says that it is of another type than this call takes.",
                "headers": {
                  "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" },
                  "Accept": { "description": "What is taken.", "schema": { "type": "string" } }
                },
                "content": {
                  "application/json": { "schema": { "$ref": "#/components/schemas/HTTPError" } },
                  "application/xml": { "schema": { "$ref": "#/components/schemas/HTTPError" } }
                }
              },
              "ServiceFailed": {
                "description": "The service failed; its log has the identifier of the call.",
                "headers": { "Adobe-Request-Id": { "$ref": "#/components/headers/RequestID" } },
                "content": {
                  "application/json": { "schema": { "$ref": "#/components/schemas/Refusal" } },
                  "application/xml": { "schema": { "$ref": "#/components/schemas/Refusal" } }
                }
              }
            }
          }
        }
        """#
}
