"""Prints what Python's icalendar reads in the calendar feed on the standard input: a line for the calendar
and one for each event. Tests compare it with what was written (scripts/tlog-tools installs icalendar).
"""

import sys

from icalendar import Calendar


def escaped(text):
    return str(text).replace("\\", "\\\\").replace("\n", "\\n")


def main():
    feed = sys.stdin.buffer.read()
    assert all(len(line) <= 75 for line in feed.split(b"\r\n")), "a line is not folded"
    assert b"\n" not in feed.replace(b"\r\n", b""), "a line does not end with CR LF"
    calendar = Calendar.from_ical(feed)
    assert not calendar.errors, calendar.errors
    # Its type is in no standard, so it is read with its escapes.
    name = calendar["X-WR-CALNAME"].replace("\\,", ",").replace("\\;", ";")
    of_calendar = [calendar["VERSION"], calendar["PRODID"], calendar["METHOD"], name]
    lines = [" | ".join(map(escaped, of_calendar))]
    for event in calendar.walk("VEVENT"):
        assert not event.errors, event.errors
        parts = [
            event["UID"],
            event.decoded("DTSTART"),
            event.decoded("DTEND"),
            event.decoded("DTSTAMP"),
            event["SUMMARY"],
            event["DESCRIPTION"],
            event["URL"],
            event["TRANSP"],
        ]
        lines.append(" | ".join(escaped(part) for part in parts))
    sys.stdout.buffer.write(("\n".join(lines) + "\n").encode())


main()
