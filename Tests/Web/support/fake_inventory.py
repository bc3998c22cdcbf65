"""What the made-up server remembers: devices, the scan, and who listens to changes."""

import json
import queue
import random
import threading
import time
from datetime import timedelta

from generated_home import home as generated, now, stamp

KINDS = ("router", "phone", "tablet", "computer", "speaker", "gaming", "tv_media", "storage",
         "printer", "smart_home", "camera", "network", "voip", "wearable", "appliance", "server",
         "unknown")

PROBLEMS = {
    "offline": {"code": "no-network", "text": "No network is up on this computer.",
                "fix": "Connect a cable or join a Wi-Fi network."},
    "not-permitted": {"code": "multicast", "text": "Can't hear multicast in this container.",
                      "fix": "Start it with host networking: docker run --network host …"},
}


class FakeInventory:
    """A home that changes, and tells its listeners."""

    def __init__(self, options):
        self.options = options
        self.lock = threading.RLock()
        self.listeners = set()
        self.boot, self.sequence, self.log = f"{random.randrange(1 << 32):08x}", 0, []
        self.started = now() - timedelta(hours=3)
        count = 0 if options.state in ("nobody", "first-second", "stopped") else options.devices
        every = generated(count, options.state)
        self.waiting = every if options.state == "scanning" else []
        self.devices = {} if self.waiting else {one["id"]: one for one in every}
        self.paused, self.finished = options.state == "paused", None
        self.thinks = {one["id"]: (one["name"], one["category"]) for one in every}
        self.scan = self._scan("idle")
        if options.state == "first-second":
            self.scan = self._scan("running", 0.02)
        if options.state == "offline":
            self.scan = {**self._scan("idle"), "next": None}
        if not self.devices and options.state == "stopped":
            self.scan = {**self._scan("idle"), "finished": None}

    def _scan(self, state, progress=None):
        running = state == "running"
        return {
            "state": state, "started": stamp(now() - timedelta(minutes=0 if running else 2)),
            "finished": self.finished or stamp(now() - timedelta(minutes=2)),
            "next": None if running or self.paused else stamp(now() + timedelta(minutes=3)),
            "paused": self.paused,
            "progress": progress if running else None,
            "asked": round(254 * (progress or 1)), "total": 254,
            "active": ["neighbours", "mdns"] if running else [],
        }

    def status(self):
        """The object of `GET status`."""
        ones = list(self.devices.values())
        offline = self.options.state == "offline"
        problem = PROBLEMS.get(self.options.state)
        return {
            "version": "0.5.0", "demo": self.options.demo, "started": stamp(self.started),
            "now": stamp(now()),
            "networks": [] if offline else [{
                "cidr": "192.168.1.0/24", "interface": "eth0", "address": "192.168.1.2",
                "gateway": "192.168.1.1", "state": "up", "skipped": None}],
            "scan": self.scan,
            "devices": {
                "total": len(ones), "present": sum(d["state"] == "present" for d in ones),
                "identified": sum(d["category"] != "unknown" for d in ones),
                "new": sum(d["new"] for d in ones), "hidden": sum(d["hidden"] for d in ones)},
            "problems": [problem] if problem else [],
            "storage": {"path": "/var/lib/homenet", "problem": None},
        }

    # Events

    def subscribe(self, last):
        """A queue of events, and what the listener has missed: a snapshot where that isn't known."""
        with self.lock:
            waiting = queue.Queue()
            self.listeners.add(waiting)
            numbers = [number for number, _, _ in self.log]
            if last in numbers:
                return waiting, self.log[numbers.index(last) + 1:]
            data = json.dumps({"devices": list(self.devices.values()), "status": self.status()})
            return waiting, [(f"{self.boot}-{self.sequence}", "snapshot", data)]

    def unsubscribe(self, waiting):
        """Forgets a listener."""
        with self.lock:
            self.listeners.discard(waiting)

    def publish(self, devices=(), removed=()):
        """Tells all what changed."""
        with self.lock:
            self.sequence += 1
            status = self.status()
            data = json.dumps({"devices": list(devices), "removed": list(removed), "status": {
                key: status[key] for key in ("now", "scan", "devices")}})
            event = (f"{self.boot}-{self.sequence}", "change", data)
            self.log = [*self.log[-200:], event]
            for listener in self.listeners:
                listener.put(event)

    def change(self, key, **values):
        """Changes keys of a device."""
        with self.lock:
            if key in self.devices:
                self.devices[key].update(values)
                self.publish([{"id": key, **values}])

    # What the user does

    def mark(self, key, marks):
        """Keeps what the user said."""
        with self.lock:
            name, category = self.thinks[key]
            values = dict(marks)
            if "user_name" in marks:
                values["name"] = marks["user_name"] or name
            if "user_category" in marks:
                values["category"] = marks["user_category"] or category
            self.change(key, **values)
            return self.devices[key]

    def forget(self, key):
        """Drops a device."""
        with self.lock:
            del self.devices[key]
            self.publish(removed=[key])

    def forget_away(self):
        """Drops all that are away and of which the user has said nothing; gives how many."""
        marks = ("user_name", "user_category", "note", "hidden")
        with self.lock:
            keys = [key for key, one in self.devices.items() if one["state"] == "away" and not one["self"] and not any(one[mark] for mark in marks)]
            for key in keys:
                del self.devices[key]
            if keys:
                self.publish(removed=keys)
            return len(keys)

    def probe(self, key, seconds=1.5):
        """Probes a device again."""
        self.change(key, probing=True)
        threading.Timer(seconds, lambda: self.change(
            key, probing=False, state="present", last_seen=stamp(now()))).start()

    def sweep(self):
        """Starts a scan."""
        if self.scan["state"] != "running":
            self.scan = self._scan("running", 0.0)
            self.publish()
            threading.Thread(target=self._run, daemon=True).start()

    def stop(self):
        """Ends this scan alone: it is not finished, and the next comes at its time."""
        if self.scan["state"] == "running":
            self.scan = {**self._scan("idle"), "finished": self.scan["finished"]}
            self.publish()

    def pause(self, paused):
        """Pauses the watch, or resumes it; a scan that runs goes on."""
        self.paused = paused
        running = self.scan["state"] == "running"
        soon = None if paused or running else stamp(now() + timedelta(minutes=3))
        self.scan = {**self.scan, "paused": paused, "next": soon}
        self.publish()

    # Time

    def live(self):
        """Fills the home where it is scanning, then lets it live."""
        if self.waiting:
            time.sleep(0.3)
            self.sweep()
        rng = random.Random(3)
        while self.options.live:
            time.sleep(2)
            with self.lock:
                keys = [key for key, one in self.devices.items() if not one["gateway"]]
            if keys:
                key = rng.choice(keys)
                if rng.random() < 0.5:
                    self.probe(key)
                else:
                    away = self.devices[key]["state"] == "away"
                    self.change(key, state="present" if away else "away", last_seen=stamp(now()))

    def _run(self):
        steps = max(8, int(self.options.seconds * 4))
        per_step = -(-len(self.waiting) // max(1, steps * 2 // 3))
        found = []
        for step in range(steps):
            time.sleep(self.options.seconds / steps)
            if self.scan["state"] != "running":
                return
            with self.lock:
                settled = [self._learn(one) for one in found[:-per_step * 2 or None]]
                del found[:len(settled)]
                arrivals, self.waiting = self.waiting[:per_step], self.waiting[per_step:]
                bare = [self._bare(one) for one in arrivals]
                found += arrivals
                self.scan = self._scan("running", round((step + 1) / steps, 3))
                self.publish([*settled, *bare])
        with self.lock:
            settled = [self._learn(one) for one in [*found, *self.waiting]]
            self.waiting = []
            self.finished = stamp(now())
            self.scan = self._scan("idle")
            self.publish(settled)

    def _bare(self, one):
        """A device as it is when only its address is known."""
        bare = {**one, "name": None, "hostname": None, "category": "router" if one["gateway"] else "unknown",
                "model": None, "os": None, "confidence": 0.0, "services": [], "ports": [],
                "because": [], "runner_up": None, "probing": True, "last_seen": stamp(now())}
        self.devices[one["id"]] = bare
        return bare

    def _learn(self, one):
        """What probing says of it: the changed keys alone."""
        full = {**one, "probing": False}
        before = self.devices.get(one["id"], {})
        self.devices[one["id"]] = full
        return {key: value for key, value in full.items() if key == "id" or before.get(key) != value}
