-- A database of the schema's first version, as entitlementd of before the second one left it after a silent sign-on, two
-- authorizations and a change of an integration; shortened: one of five providers, its metadata without the certificate.
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO grdb_migrations VALUES('1');
CREATE TABLE statement (id TEXT PRIMARY KEY, document BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE client (id TEXT PRIMARY KEY, document BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE request (id TEXT PRIMARY KEY, ends INTEGER NOT NULL, document BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE authentication (
    requestor TEXT, device TEXT, application TEXT, document BLOB NOT NULL,
    PRIMARY KEY (requestor, device, application)) WITHOUT ROWID;
CREATE TABLE authorization (
    requestor TEXT, device TEXT, application TEXT, resource TEXT, document BLOB NOT NULL,
    PRIMARY KEY (requestor, device, application, resource)) WITHOUT ROWID;
CREATE TABLE integration (
    requestor TEXT, mvpd TEXT, document BLOB NOT NULL, PRIMARY KEY (requestor, mvpd)) WITHOUT ROWID;
CREATE TABLE provider (id TEXT PRIMARY KEY, xml TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX request_ends ON request (ends);
INSERT INTO statement VALUES('0af5f89c-471a-41fe-acad-aebf5ac87657', CAST('{"schemes":["adbe.example"],"platforms":["ios","tvos"],"issuedAt":1795326388,"isRevoked":false,"token":"signed","id":"0af5f89c-471a-41fe-acad-aebf5ac87657","requestors":["REF30"],"name":"vsactl run"}' AS BLOB));
INSERT INTO client VALUES('79c30ced-a427-4b17-9683-e5e4889146d9', CAST('{"statement":"0af5f89c-471a-41fe-acad-aebf5ac87657","secretDigest":[230,201,182,111,109,8,186,200,147,86,150,45,81,136,168,204,3,175,228,206,51,63,70,89,43,12,226,166,249,11,155,104],"redirectURIs":[],"id":"79c30ced-a427-4b17-9683-e5e4889146d9","issuedAt":1795326398}' AS BLOB));
INSERT INTO client VALUES('83b05353-a2f4-483a-8925-f311d53cb9bd', CAST('{"redirectURIs":[],"secretDigest":[36,161,206,85,199,213,46,251,30,65,114,228,58,246,84,134,196,174,168,92,98,108,93,71,86,236,56,28,123,213,175,24],"id":"83b05353-a2f4-483a-8925-f311d53cb9bd","issuedAt":1795326389,"statement":"0af5f89c-471a-41fe-acad-aebf5ac87657"}' AS BLOB));
INSERT INTO request VALUES('_d0aea8b4-7ba9-4caa-9cb3-716de6c646b7', 1795326749765, CAST('{"usedAt":1795326389779,"mvpd":"AlphaCable","key":{"requestor":"REF30","applicationID":"","deviceID":"84d88418216fd6e4d39245523979968e7b8ae4da9322d5c783c1375eb1e103d9"},"id":"_d0aea8b4-7ba9-4caa-9cb3-716de6c646b7","platform":"ios","expiresAt":1795326749765,"createdAt":1795326389765}' AS BLOB));
INSERT INTO authentication VALUES('REF30', '84d88418216fd6e4d39245523979968e7b8ae4da9322d5c783c1375eb1e103d9', '', CAST('{"sessionID":"2e52f900-17ce-42fd-b7fd-6165bc48ef24","userID":"u-1001-alice","expiresAt":1797918389779,"source":"apple","mvpd":"AlphaCable","key":{"applicationID":"","deviceID":"84d88418216fd6e4d39245523979968e7b8ae4da9322d5c783c1375eb1e103d9","requestor":"REF30"},"attributes":{"zip":["10001"],"maxRating":{"MPAA":"NC-17","VCHIP":"TV-MA"},"channelID":["news","sports","kids","movies"],"householdID":"h-1001","userID":"u-1001-alice"},"createdAt":1795326389779}' AS BLOB));
INSERT INTO authorization VALUES('REF30', '84d88418216fd6e4d39245523979968e7b8ae4da9322d5c783c1375eb1e103d9', '', 'news', CAST('{"expiresAt":1795412792532,"key":{"deviceID":"84d88418216fd6e4d39245523979968e7b8ae4da9322d5c783c1375eb1e103d9","applicationID":"","requestor":"REF30"},"mvpd":"AlphaCable","resource":"news","isDegraded":false}' AS BLOB));
INSERT INTO authorization VALUES('REF30', '84d88418216fd6e4d39245523979968e7b8ae4da9322d5c783c1375eb1e103d9', '', 'sports', CAST('{"key":{"requestor":"REF30","applicationID":"","deviceID":"84d88418216fd6e4d39245523979968e7b8ae4da9322d5c783c1375eb1e103d9"},"mvpd":"AlphaCable","isDegraded":false,"resource":"sports","expiresAt":1795412795551}' AS BLOB));
INSERT INTO provider VALUES('alpha.example', '<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="https://alpha.example/saml/metadata"><md:IDPSSODescriptor WantAuthnRequestsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate/></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://alpha.example/saml/sso"/></md:IDPSSODescriptor></md:EntityDescriptor>');
INSERT INTO integration VALUES('REF30', 'BetaFiber', CAST('{"singleSignOn":["ios","tvos"],"isEnabled":false,"degradation":"none","mvpd":"BetaFiber","requestor":"REF30","authorizationLifetime":300}' AS BLOB));
