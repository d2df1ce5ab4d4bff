// Verifies a webhook signature with .NET's standard library (7 or later). Copy VerifySignature; the rest runs the test
// vectors.
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;

int wrong = 0;
for (string? line = Console.ReadLine(); line is not null; line = Console.ReadLine())
{
    string[] fields = line.Split('\t');
    byte[][] secrets = fields[1].Split(',').Select(Convert.FromHexString).ToArray();
    string? header = fields[3] == "-" ? null : Encoding.UTF8.GetString(Convert.FromHexString(fields[3]));
    if (VerifySignature(Convert.FromHexString(fields[2]), header, secrets) == (fields[4] == "true")) continue;
    wrong++;
    Console.WriteLine($"WRONG: {fields[0]}");
}
return wrong > 0 ? 1 : 0;

// Whether the header signs the raw bytes of the body with one of the secrets (their UTF-8 bytes, whsec_ included). Take the
// bytes as they arrived (ASP.NET: copy Request.Body into a MemoryStream), before model binding.
static bool VerifySignature(byte[] body, string? header, byte[][] secrets)
{
    // \z, not $: nothing may follow, a line break neither.
    if (header is null || !Regex.IsMatch(header, @"\Asha256=[0-9a-f]{64}\z")) return false;
    bool right = false;
    foreach (byte[] secret in secrets)
    {
        string expected = "sha256=" + Convert.ToHexString(HMACSHA256.HashData(secret, body)).ToLowerInvariant();
        // Every secret is tried, in constant time.
        right |= CryptographicOperations.FixedTimeEquals(Encoding.ASCII.GetBytes(expected), Encoding.ASCII.GetBytes(header));
    }
    return right;
}
