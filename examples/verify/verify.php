<?php
// Verifies a webhook signature with PHP's standard library. Copy verify(); the rest runs the test vectors.
declare(strict_types=1);

/**
 * Whether the header signs the raw bytes of the body with one of the secrets (whsec_ included). Take the bytes as they
 * arrived (file_get_contents('php://input'), Laravel: $request->getContent()), not a parsed body written again.
 */
function verify(string $body, ?string $header, array $secrets): bool
{
    // \z, not $: nothing may follow, a line break neither.
    if ($header === null || preg_match('/\Asha256=[0-9a-f]{64}\z/', $header) !== 1) {
        return false;
    }
    $right = false;
    foreach ($secrets as $secret) {
        // Every secret is tried, in constant time.
        $right = hash_equals('sha256=' . hash_hmac('sha256', $body, $secret), $header) || $right;
    }
    return $right;
}

$wrong = 0;
while (($line = fgets(STDIN)) !== false) {
    [$name, $secrets, $body, $header, $expected] = explode("\t", rtrim($line, "\n"));
    $given = $header === '-' ? null : hex2bin($header);
    if (verify(hex2bin($body), $given, array_map('hex2bin', explode(',', $secrets))) !== ($expected === 'true')) {
        $wrong++;
        echo "WRONG: $name\n";
    }
}
exit($wrong > 0 ? 1 : 0);
