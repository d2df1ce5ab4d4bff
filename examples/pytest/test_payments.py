import uuid

CASH = {"amount": "120.50", "paymentMethod": "Cash", "type": "income"}


def test_a_payment_is_announced_until_somebody_listens(api, control, inbox):
    _, endpoint = api("POST", "/webhooks", {"url": inbox.url, "events": ["payment.created"]})
    inbox.secret, inbox.respond = endpoint["secret"], [503, 204]

    status, payment = api("POST", "/payments", CASH)
    assert (status, payment["amount"]) == (201, "120.5000")
    assert inbox.next()[:2] == (503, True)

    control("POST", "/clock/advance", {"seconds": 60})
    status, verified, event = inbox.next()
    assert (status, verified, event["data"]["paymentId"]) == (204, True, payment["id"])


def test_the_same_key_pays_once(api, control):
    key = str(uuid.uuid4())
    first = api("POST", "/payments", CASH, key)
    assert api("POST", "/payments", CASH, key) == first
    assert len(api("GET", "/payments")[1]) == 1


def test_a_number_is_no_amount(api, control):
    status, error = api("POST", "/payments", {**CASH, "amount": 120.5})
    assert (status, error["code"], error["details"][0]["path"]) == (400, "validation_error", "amount")
