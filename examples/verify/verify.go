// Verifies a webhook signature with Go's standard library. Copy verify; the rest runs the test vectors.
package main

import (
	"bufio"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"regexp"
	"strings"
)

// \z, not $: nothing may follow, a line break neither.
var signature = regexp.MustCompile(`\Asha256=[0-9a-f]{64}\z`)

// verify tells whether header signs the raw bytes of the body with one of the secrets (their bytes, whsec_ included).
// Take the bytes as they arrived (io.ReadAll(request.Body)), before anything decodes them.
func verify(body []byte, header string, secrets [][]byte) bool {
	if !signature.MatchString(header) {
		return false
	}
	right := false
	for _, secret := range secrets {
		mac := hmac.New(sha256.New, secret)
		mac.Write(body)
		expected := "sha256=" + hex.EncodeToString(mac.Sum(nil))
		// Every secret is tried, in constant time.
		if hmac.Equal([]byte(expected), []byte(header)) {
			right = true
		}
	}
	return right
}

func fromHex(text string) []byte {
	bytes, err := hex.DecodeString(text)
	if err != nil {
		panic(err)
	}
	return bytes
}

func main() {
	wrong := 0
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		fields := strings.Split(lines.Text(), "\t")
		header := ""
		if fields[3] != "-" {
			header = string(fromHex(fields[3]))
		}
		secrets := [][]byte{}
		for _, secret := range strings.Split(fields[1], ",") {
			secrets = append(secrets, fromHex(secret))
		}
		if verify(fromHex(fields[2]), header, secrets) != (fields[4] == "true") {
			wrong++
			fmt.Println("WRONG: " + fields[0])
		}
	}
	if wrong > 0 {
		os.Exit(1)
	}
}
