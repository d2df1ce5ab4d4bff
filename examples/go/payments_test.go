package payments

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"
)

// uuidV4 makes an idempotency key: one for each operation, kept until its answer is in.
func uuidV4() string {
	b := make([]byte, 16)
	rand.Read(b)
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// call makes one request and returns its status and its parsed body.
func call(t *testing.T, method, path string, body any, headers map[string]string) (int, map[string]any) {
	t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequest(method, os.Getenv("SVC_URL")+path, bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var answer map[string]any
	_ = json.NewDecoder(response.Body).Decode(&answer)
	return response.StatusCode, answer
}

func record(t *testing.T, path string, body any, key string) (int, map[string]any) {
	t.Helper()
	return call(t, "POST", "/api/v1/client"+path, body, map[string]string{
		"X-API-Key": os.Getenv("SVC_API_KEY"), "Idempotency-Key": key,
	})
}

func advance(t *testing.T, seconds int) {
	t.Helper()
	status, answer := call(t, "POST", "/sandbox/clock/advance", map[string]int{"seconds": seconds},
		map[string]string{"Authorization": "Bearer " + os.Getenv("SVC_ADMIN_TOKEN")})
	if status != 200 {
		t.Fatalf("the clock: %d %v", status, answer)
	}
}

// signed says whether a body carries the signature of a secret.
func signed(body []byte, signature, secret string) bool {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	return hmac.Equal([]byte("sha256="+hex.EncodeToString(mac.Sum(nil))), []byte(signature))
}

func TestAPaymentIsAnnouncedUntilSomebodyListens(t *testing.T) {
	type delivery struct {
		body      []byte
		signature string
	}
	arrived := make(chan delivery, 2)
	answers := []int{503, 204}
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.WriteHeader(answers[0])
		answers = answers[1:]
		arrived <- delivery{body, r.Header.Get("X-SVC-Signature")}
	}))
	defer receiver.Close()

	_, endpoint := record(t, "/webhooks", map[string]any{"url": receiver.URL, "events": []string{"payment.created"}}, uuidV4())
	payment := map[string]string{"amount": "120.50", "paymentMethod": "Cash", "type": "income"}
	key := uuidV4()
	_, first := record(t, "/payments", payment, key)
	if _, again := record(t, "/payments", payment, key); again["id"] != first["id"] {
		t.Fatalf("recorded twice: %v and %v", first["id"], again["id"])
	}

	for attempt, wait := range []int{0, 60} {
		advance(t, wait)
		select {
		case got := <-arrived:
			if !signed(got.body, got.signature, endpoint["secret"].(string)) {
				t.Fatalf("attempt %d: the signature is wrong", attempt+1)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("attempt %d did not come", attempt+1)
		}
	}
}
