"""A made-up history for the page: what the server would answer of the past."""

import json
import re
from datetime import datetime, timedelta, timezone
from urllib.parse import parse_qs, urlparse

HOUR = timedelta(hours=1)
TV, PHONE = "d00003", "d00002"


def iso(time):
    """A time as the API writes it."""
    return time.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.") + f"{time.microsecond // 1000:03d}Z"


def change(seq, time, kind, device, name, text, **values):
    """An entry of the log."""
    return {"seq": seq, "time": iso(time), "device": device, "name": name, "kind": kind, "was": None, "is": None, "reason": None,
            "sources": [], "message": {"code": f"change.{kind}", "text": text, "values": {}}, "undoable": False, **values}


class History:
    """Answers the page's questions: `History(page)` before the page is opened; `add()` makes something happen."""

    def __init__(self, page, count=150):
        self.now = datetime.now(timezone.utc)
        self.asked = []
        # Why changes can't be undone, by their numbers.
        self.refusals = {}
        words = ["left", "returned"]
        self.changes = [change(number + 1, self.now - (count - number) * HOUR, words[number % 2], PHONE, "Phone", f"Phone {words[number % 2]} ({number + 1})")
                        for number in range(count)]
        self.add("address_conflict", None, None, "Two devices claim 192.168.1.9")
        self.add("left", TV, "Living Room <b>TV</b>", "Living Room <b>TV</b> is away")
        page.route(re.compile(r"/api/v1/changes\?"), self._answer(self._changes))
        page.route(re.compile(r"/api/v1/changes/\d+/undo$"), self._undo)
        page.route(re.compile(r"/api/v1/devices\?at="), self._answer(self._devices))
        page.route(re.compile(r"/api/v1/devices/[^/]+/presence\?"), self._answer(self._presence))
        page.route(re.compile(r"/api/v1/devices/[^/]+/samples\?"), self._answer(self._samples))
        page.route(re.compile(r"/api/v1/presence\?"), self._answer(self._home))

    def add(self, kind, device, name, text, **values):
        """Something happens now; gives its number."""
        self.changes.append(change(len(self.changes) + 1, datetime.now(timezone.utc), kind, device, name, text, **values))
        return len(self.changes)

    def _undo(self, route):
        """Undoes a change that can be, as a split of two; refuses others with a reason."""
        self.asked.append("undo")
        seq = int(route.request.url.split("/")[-2])
        one = self.changes[seq - 1]
        undoable, one["undoable"] = one["undoable"], False
        if seq in self.refusals or not undoable:
            code, text = self.refusals.get(seq, ("identity.not_kept", "Only the last merges and splits can be undone, each once."))
            body = {"type": "about:blank", "title": "Conflict", "status": 409, "detail": text, "code": code, "values": {}}
            route.fulfill(status=409, content_type="application/problem+json", body=json.dumps(body))
            return
        self.add("split", one["device"], one["name"], "TV and Phone are two devices.")
        devices = [{"id": TV, "name": "TV"}, {"id": PHONE, "name": "Phone"}]
        route.fulfill(status=200, content_type="application/json", body=json.dumps({"change": None, "devices": devices}))

    def _answer(self, of):
        def handle(route):
            url = urlparse(route.request.url)
            query = {name: values[0] for name, values in parse_qs(url.query).items()}
            self.asked.append(url.path.rsplit("/", 1)[1])
            route.fulfill(status=200, content_type="application/json", body=json.dumps(of(query)))
        return handle

    def _changes(self, query):
        found = [one for one in self.changes if query.get("device") in (None, one["device"])]
        if "kind" in query:
            found = [one for one in found if one["kind"] in query["kind"].split(",")]
        limit = int(query.get("limit", 200))
        if "after" in query:
            found = [one for one in found if one["seq"] > int(query["after"])][:limit]
        else:
            found = [one for one in found if one["seq"] < int(query.get("before", 1 << 40))][-limit:]
        return {"changes": found, "next": found[-1]["seq"] if found else int(query.get("after", 0))}

    @staticmethod
    def _time(text):
        return datetime.fromisoformat(text.replace("Z", "+00:00"))

    def _devices(self, query):
        """Four of them: two there, one asleep, one away."""
        rows = [("d00001", "Router", "router", "present", True), (TV, "Living Room TV", "tv_media", "away", False),
                (PHONE, "Phone then", "phone", "asleep", False), ("gone", "Old printer", "printer", "present", False)]
        return {"at": query["at"], "devices": [
            {"id": one, "slot": 900 + slot, "name": name, "category": category, "vendor": None, "model": None, "ip": f"192.168.1.{slot + 1}", "mac": None,
             "state": state, "ports": [], "services": [], "addresses": [], "gateway": gateway, "self": False, "hidden": False}
            for slot, (one, name, category, state, gateway) in enumerate(rows)]}

    def _presence(self, query):
        start, end = self._time(query["from"]), self._time(query["to"])
        part = (end - start) / 4
        states = ["present", "away", "asleep", "present"]
        return {"intervals": [{"state": state, "from": iso(start + index * part), "to": iso(start + (index + 1) * part)}
                              for index, state in enumerate(states)]}

    def _samples(self, query):
        start, end = self._time(query["from"]), self._time(query["to"])
        step = {"10m": HOUR / 6, "1h": HOUR, "4h": 4 * HOUR, "1d": 24 * HOUR}[query["step"]]
        return {"points": [
            {"time": iso(start + index * step), "n": 10, "lost": 3 if index in (20, 21) else 0, "unknown": 0,
             "min": 1.5, "p50": 2 + index % 5 / 2, "p95": 5 + index % 7, "max": 14}
            for index in range(int((end - start) / step)) if not 60 < index < 75]}

    def _home(self, query):
        start, end = self._time(query["from"]), self._time(query["to"])
        hours = max(1, round((end - start) / HOUR))
        return {"from": query["from"], "devices": [
            {"device": TV, "name": "Living Room TV", "states": "".join("p" if hour % 24 > 17 else "a" for hour in range(hours))},
            {"device": PHONE, "name": "Phone", "states": "".join("u" if hour % 24 == 3 else "s" for hour in range(hours))}]}
