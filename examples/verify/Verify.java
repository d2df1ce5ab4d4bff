// Verifies a webhook signature with Java's standard library (17 or later). Copy verify; the rest runs the test vectors.

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Verify {
  private static final Pattern SIGNATURE = Pattern.compile("sha256=[0-9a-f]{64}");

  /**
   * Whether the header signs the raw bytes of the body with one of the secrets (their UTF-8 bytes, whsec_ included). Take
   * the bytes as they arrived (Spring: a byte[] parameter with @RequestBody), not an object written again.
   */
  static boolean verify(byte[] body, String header, List<byte[]> secrets) throws GeneralSecurityException {
    if (header == null || !SIGNATURE.matcher(header).matches()) return false;
    boolean right = false;
    for (byte[] secret : secrets) {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret, "HmacSHA256"));
      String expected = "sha256=" + HexFormat.of().formatHex(mac.doFinal(body));
      // Every secret is tried, in constant time.
      right |= MessageDigest.isEqual(
          expected.getBytes(StandardCharsets.US_ASCII), header.getBytes(StandardCharsets.US_ASCII));
    }
    return right;
  }

  public static void main(String[] arguments) throws Exception {
    HexFormat hex = HexFormat.of();
    int wrong = 0;
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] fields = line.split("\t", -1);
      List<byte[]> secrets = new ArrayList<>();
      for (String secret : fields[1].split(",")) secrets.add(hex.parseHex(secret));
      String header = fields[3].equals("-") ? null : new String(hex.parseHex(fields[3]), StandardCharsets.UTF_8);
      if (verify(hex.parseHex(fields[2]), header, secrets) != fields[4].equals("true")) {
        wrong++;
        System.out.println("WRONG: " + fields[0]);
      }
    }
    if (wrong > 0) System.exit(1);
  }
}
