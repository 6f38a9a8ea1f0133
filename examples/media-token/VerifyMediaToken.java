import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.cert.CertificateFactory;
import java.security.interfaces.RSAPublicKey;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Verifies media tokens as docs/media-token-format.md describes, with Java 11 or later and no library.
 *
 * <p>usage: java VerifyMediaToken.java CERTIFICATE REQUESTOR [RESOURCE] &lt; TOKENS
 *
 * <p>Reads one serialized token per line and prints its status. Exit codes: 0 all valid, 4 not all or none at
 * all, 64 usage, 65 no certificate.
 */
public final class VerifyMediaToken {
    private static final int SIZE_LIMIT = 65_536;
    private static final String SPACE = "[ \\t\\r\\n]*";
    // In Latin-1, one character is one byte: positions in the text are those of the signed bytes.
    private static final Pattern ENVELOPE = Pattern.compile(
        SPACE + "<shortAuthorizationTokenEnvelope>" + SPACE + "<signatureInfo>([^<]+)</signatureInfo>" + SPACE
            + "(<shortAuthorizationToken>.*?</shortAuthorizationToken>)" + SPACE
            + "</shortAuthorizationTokenEnvelope>" + SPACE, Pattern.DOTALL);
    private static final Pattern FIELD = Pattern.compile(SPACE + "<([A-Za-z0-9_]+)(?:/>|>([^<]*)</\\1>)");
    private static final Pattern REFERENCE = Pattern.compile("&(?:#([0-9]+)|#x([0-9A-Fa-f]+)|(amp|lt|gt|quot|apos));");
    // The characters that XML 1.0 allows.
    private static final Pattern CHARACTER =
        Pattern.compile("[\\t\\n\\r\\x20-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]");
    private static final Map<String, String> NAMED = Map.of("amp", "&", "lt", "<", "gt", ">", "quot", "\"", "apos", "'");
    private static final DateTimeFormatter TIME =
        DateTimeFormatter.ofPattern("uuuu/MM/dd HH:mm:ss 'GMT' xx").withResolverStyle(ResolverStyle.STRICT);
    private static final List<String> REQUIRED =
        List.of("sessionGUID", "requestorID", "resourceID", "ttl", "issueTime", "mvpdId");

    private final List<PublicKey> keys = new ArrayList<>();
    private final String requestor;
    private final String resource;

    /** Creates a verifier for one requestor, and for one resource unless that is null. */
    VerifyMediaToken(Path certificates, String requestor, String resource) throws IOException, GeneralSecurityException {
        this.requestor = requestor;
        this.resource = resource;
        try (var file = Files.newInputStream(certificates)) {
            for (var certificate : CertificateFactory.getInstance("X.509").generateCertificates(file)) {
                var key = certificate.getPublicKey();
                if (!(key instanceof RSAPublicKey) || ((RSAPublicKey) key).getModulus().bitLength() < 2048) {
                    throw new GeneralSecurityException("an RSA key of at least 2048 bits is required");
                }
                keys.add(key);
            }
        }
        if (keys.isEmpty()) throw new GeneralSecurityException("no certificate in PEM");
    }

    /** The status of a serialized token. */
    String verify(String serialized, Instant now) throws GeneralSecurityException {
        Map<String, String> token;
        Instant end;
        try {
            if (serialized.length() > SIZE_LIMIT) throw new IllegalArgumentException("too long");
            var bytes = base64(serialized);
            var envelope = ENVELOPE.matcher(new String(bytes, StandardCharsets.ISO_8859_1));
            if (!envelope.matches()) throw new IllegalArgumentException("not the envelope of a media token");
            var signature = base64(envelope.group(1));
            var element = envelope.group(2).getBytes(StandardCharsets.ISO_8859_1);
            if (!isSigned(element, signature)) return "INVALID_SIGNATURE";
            token = fields(element);
            end = expiration(token);
        } catch (IllegalArgumentException | DateTimeException | CharacterCodingException error) {
            return "INVALID_TOKEN_FORMAT";
        }
        if (!token.get("requestorID").equals(requestor)) return "INVALID_TOKEN_FORMAT";
        if (!now.isBefore(end)) return "TOKEN_EXPIRED";
        return resource == null || token.get("resourceID").equals(resource) ? "VALID_TOKEN" : "INVALID_RESOURCE_ID";
    }

    /** Decodes Base64; Java's decoder accepts it without padding. */
    private static byte[] base64(String text) {
        if (text.length() % 4 != 0) throw new IllegalArgumentException("not Base64 with padding");
        return Base64.getDecoder().decode(text);
    }

    /** Whether one of the keys verifies the signature over the exact bytes of the element. */
    private boolean isSigned(byte[] element, byte[] signature) throws GeneralSecurityException {
        for (var key : keys) {
            var check = Signature.getInstance("SHA256withRSA");
            check.initVerify(key);
            check.update(element);
            try {
                if (check.verify(signature)) return true;
            } catch (SignatureException error) {
                // It does not have the length of a signature of this key.
            }
        }
        return false;
    }

    /** The fields of the signed element; unknown ones are kept, and ignored later. */
    private static Map<String, String> fields(byte[] element) throws CharacterCodingException {
        var whole = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(element)).toString();
        var body = whole.substring(
            "<shortAuthorizationToken>".length(), whole.length() - "</shortAuthorizationToken>".length());
        var found = new HashMap<String, String>();
        var field = FIELD.matcher(body);
        while (field.lookingAt()) {
            if (found.put(field.group(1), text(field.group(2) == null ? "" : field.group(2))) != null) {
                throw new IllegalArgumentException(field.group(1) + " occurs twice");
            }
            field.region(field.end(), body.length());
        }
        var hasAll = REQUIRED.stream().noneMatch(name -> found.getOrDefault(name, "").isEmpty());
        if (!body.substring(field.regionStart()).matches(SPACE) || !hasAll) {
            throw new IllegalArgumentException("a field is missing, empty or malformed");
        }
        return found;
    }

    /** The value of a field, its character references resolved. */
    private static String text(String value) {
        if (REFERENCE.matcher(value).replaceAll("").contains("&")) {
            throw new IllegalArgumentException("an unknown character reference");
        }
        return REFERENCE.matcher(value).replaceAll(reference -> Matcher.quoteReplacement(character(reference)));
    }

    /** The character of a reference such as &amp;amp; and &amp;#233;. */
    private static String character(MatchResult reference) {
        if (reference.group(3) != null) return NAMED.get(reference.group(3));
        var code = reference.group(1) != null ? Integer.parseInt(reference.group(1))
            : Integer.parseInt(reference.group(2), 16);
        var text = Character.toString(code);
        if (!CHARACTER.matcher(text).matches()) throw new IllegalArgumentException("a reference to no character");
        return text;
    }

    /** The time from which on the token is no longer valid. */
    private static Instant expiration(Map<String, String> token) {
        var lifetime = token.get("ttl").matches("[0-9]{1,11}") ? Long.parseLong(token.get("ttl")) : 0;
        if (lifetime < 1 || lifetime > 31_536_000_000L) throw new IllegalArgumentException("ttl is malformed");
        if (!token.get("issueTime").matches("[0-9]{4}/.*[+-](0[0-9]|1[0-4])[0-5][0-9]")) {
            throw new IllegalArgumentException("the year or the offset of issueTime is malformed");
        }
        return OffsetDateTime.parse(token.get("issueTime"), TIME).toInstant().plusMillis(lifetime);
    }

    public static void main(String[] arguments) throws IOException, GeneralSecurityException {
        if (arguments.length < 2 || arguments.length > 3) {
            System.err.println("usage: java VerifyMediaToken.java CERTIFICATE REQUESTOR [RESOURCE] < TOKENS");
            System.exit(64);
        }
        VerifyMediaToken verifier = null;
        try {
            verifier = new VerifyMediaToken(
                Path.of(arguments[0]), arguments[1], arguments.length > 2 ? arguments[2] : null);
        } catch (IOException | GeneralSecurityException error) {
            System.err.println(arguments[0] + ": " + error.getMessage());
            System.exit(65);
        }
        var statuses = new HashSet<String>();
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (var line = input.readLine(); line != null; line = input.readLine()) {
            if (line.isBlank()) continue;
            var status = verifier.verify(line.strip(), Instant.now());
            System.out.println(status);
            statuses.add(status);
        }
        // No token at all, as from an empty variable, must not pass for a valid one.
        System.exit(statuses.equals(Set.of("VALID_TOKEN")) ? 0 : 4);
    }
}
