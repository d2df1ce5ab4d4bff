// Verifies a webhook signature with the standard library of .NET (Core 2.1 or later) or Mono. Copy VerifySignature; the
// rest runs the test vectors.
using System;
using System.Linq;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;

public static class Verify
{
    // Whether the header signs the raw bytes of the body with one of the secrets (their UTF-8 bytes, whsec_ included). Take
    // the bytes as they arrived (ASP.NET: copy Request.Body into a MemoryStream), before model binding.
    public static bool VerifySignature(byte[] body, string header, byte[][] secrets)
    {
        // \z, not $: nothing may follow, a line break neither.
        if (header == null || !Regex.IsMatch(header, @"\Asha256=[0-9a-f]{64}\z")) return false;
        byte[] given = Encoding.ASCII.GetBytes(header);
        bool right = false;
        foreach (byte[] secret in secrets)
        {
            using (var hmac = new HMACSHA256(secret))
            {
                string digits = BitConverter.ToString(hmac.ComputeHash(body)).Replace("-", "").ToLowerInvariant();
                // Every secret is tried, in constant time.
                right |= CryptographicOperations.FixedTimeEquals(Encoding.ASCII.GetBytes("sha256=" + digits), given);
            }
        }
        return right;
    }

    public static int Main()
    {
        int wrong = 0;
        for (string line = Console.ReadLine(); line != null; line = Console.ReadLine())
        {
            string[] fields = line.Split('\t');
            byte[][] secrets = fields[1].Split(',').Select(FromHex).ToArray();
            string header = fields[3] == "-" ? null : Encoding.UTF8.GetString(FromHex(fields[3]));
            if (VerifySignature(FromHex(fields[2]), header, secrets) == (fields[4] == "true")) continue;
            wrong++;
            Console.WriteLine("WRONG: " + fields[0]);
        }
        return wrong > 0 ? 1 : 0;
    }

    private static byte[] FromHex(string digits)
    {
        return Enumerable.Range(0, digits.Length / 2).Select(at => Convert.ToByte(digits.Substring(at * 2, 2), 16)).ToArray();
    }
}
