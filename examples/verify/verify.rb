# Verifies a webhook signature with Ruby's standard library. Copy verify; the rest runs the test vectors.
require 'openssl'

# Whether the header signs the raw bytes of the body with one of the secrets (whsec_ included). Take the bytes as they
# arrived (request.body.read, Rails: request.raw_post), not a parsed body written again.
def verify(body, header, secrets)
  # \z, not $: nothing may follow, a line break neither.
  return false unless header&.match?(/\Asha256=[0-9a-f]{64}\z/)

  # Every secret is tried, in constant time.
  secrets.map do |secret|
    OpenSSL.fixed_length_secure_compare("sha256=#{OpenSSL::HMAC.hexdigest('SHA256', secret, body)}", header)
  end.any?
end

wrong = 0
$stdin.each_line(chomp: true) do |line|
  name, secrets, body, header, expected = line.split("\t", -1)
  given = header == '-' ? nil : [header].pack('H*').force_encoding('UTF-8')
  found = verify([body].pack('H*'), given, secrets.split(',').map { |secret| [secret].pack('H*') })
  next if found == (expected == 'true')

  wrong += 1
  puts "WRONG: #{name}"
end
exit(wrong.zero?)
