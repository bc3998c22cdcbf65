# SPDX-License-Identifier: MIT
"""What the page asks of a home's history, with random parameters.

As Sources/WebApp/app/js/history asks: the pages' sizes, the spans and the steps are those of its modules.
"""

import collections
import datetime
import urllib.parse

Query = collections.namedtuple("Query", "name path")

HOUR = 3_600_000
DAY = 24 * HOUR
# js/history/intervals.js
SPANS = {"24 h": (DAY, "10m"), "7 d": (7 * DAY, "1h"), "30 d": (30 * DAY, "4h"), "365 d": (365 * DAY, "1d")}
# js/history/changes.js
ARRIVALS = "new_station,returned,left"
PROBLEMS = ("flip_flop,key_changed,gateway_mac_changed,address_conflict,dhcp_server_appeared,own_network_lost,"
            "own_network_back")
CHANGES = ("moved_address,new_mac,renamed,identified_anew,service_appeared,service_gone,port_appeared,port_gone,"
           "resolver_changed,route_changed,watch_paused,watch_resumed,merged,split,edited,forgotten,key_changed,gateway_mac_changed")
PAGE = 100
SHEET_PAGE = 20


def moment(milliseconds):
    """A time as the API reads it."""
    time = datetime.datetime.fromtimestamp(milliseconds / 1000, datetime.timezone.utc)
    return time.strftime("%Y-%m-%dT%H:%M:%S.") + f"{milliseconds % 1000:03d}Z"


def of(year, ids, newest, random):
    """The queries about a year from `from_ms` to `to_ms`, of devices with those ids, up to that change."""
    begin, end = year["from_ms"], year["to_ms"]
    first = max(newest - year["changes"], 0)

    def path(name, **values):
        return f"/api/v1/{name}?{urllib.parse.urlencode(values)}"

    def device():
        return urllib.parse.quote(random.choice(ids), safe="")

    def seq():
        return random.randint(first + 1, max(newest, first + 1))

    def span(length):
        # One that ends at a random moment of the year, as far as there is one.
        to = random.randint(min(begin + length, end), end)
        return {"from": moment(max(to - length, begin)), "to": moment(to)}

    def recent(length):
        return {"from": moment(max(end - length, begin)), "to": moment(end)}

    def changes(**values):
        return path("changes", limit=PAGE, **values)

    queries = [
        Query("list of devices", lambda: "/api/v1/devices"),
        Query("changes, first page", changes),
        Query("changes, any page", lambda: changes(before=seq())),
        Query("changes, unread since any", lambda: changes(after=seq())),
        Query("arrivals, first page", lambda: changes(kind=ARRIVALS)),
        Query("arrivals, any page", lambda: changes(kind=ARRIVALS, before=seq())),
        Query("changes of what devices are, first page", lambda: changes(kind=CHANGES)),
        Query("changes of what devices are, any page", lambda: changes(kind=CHANGES, before=seq())),
        Query("problems, first page", lambda: changes(kind=PROBLEMS)),
        Query("problems, any page", lambda: changes(kind=PROBLEMS, before=seq())),
        Query("a device's changes, in its sheet",
              lambda: path("changes", limit=SHEET_PAGE, device=random.choice(ids))),
        Query("a device's changes, any page", lambda: changes(device=random.choice(ids), before=seq())),
        Query("a device's arrivals, any page",
              lambda: changes(device=random.choice(ids), kind=ARRIVALS, before=seq())),
        Query("the home at any moment", lambda: path("devices", at=moment(random.randint(begin, end)))),
        Query("heat map, 7 d", lambda: path("presence", step="1h", **span(7 * DAY))),
        Query("heat map, 30 d", lambda: path("presence", step="1h", **span(30 * DAY))),
    ]
    for name, (length, step) in SPANS.items():
        queries += [
            Query(f"presence of a device, {name}",
                  lambda length=length: path(f"devices/{device()}/presence", **span(length))),
            Query(f"round trips of a device, {name}",
                  lambda length=length, step=step: path(f"devices/{device()}/samples", step=step, **recent(length))),
        ]
    return queries
