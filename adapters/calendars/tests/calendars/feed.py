"""Writes files/feed.txt: what Python's icalendar reads in files/feed.ics, to which a test compares what
was written there. Run: pip install icalendar; python feed.py
"""

from pathlib import Path

from icalendar import Calendar

FILES = Path(__file__).parent / "files"


def escaped(text):
    return str(text).replace("\\", "\\\\").replace("\n", "\\n")


def main():
    file = (FILES / "feed.ics").read_bytes()
    assert all(len(line) <= 75 for line in file.split(b"\r\n")), "a line is not folded"
    assert b"\n" not in file.replace(b"\r\n", b""), "a line does not end with CR LF"
    calendar = Calendar.from_ical(file)
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
    (FILES / "feed.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


main()
