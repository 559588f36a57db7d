"""Writes independent.txt: due dates computed by other programs, to which a test compares ours.

Working days and holidays come from workalendar, months and weeks from dateutil, and the dates of
times from zoneinfo. Run: pip install workalendar python-dateutil tzdata; python independent.py >independent.txt
"""

import random
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

from dateutil.relativedelta import relativedelta
from workalendar.registry import registry

YEARS = range(2000, 2050)
CALENDARS = [
    ("BE", "Europe/Brussels"),
    ("PT", "Atlantic/Azores"),
    ("FI", "Europe/Helsinki"),
    ("IE", "Europe/Dublin"),
    ("GR", "Europe/Athens"),
    ("US", "America/New_York"),
    ("CA", "America/St_Johns"),
    ("MX", "America/Mexico_City"),
    ("BR", "America/Sao_Paulo"),
    ("CL", "America/Santiago"),
    ("CO", "America/Bogota"),
    ("ZA", "Africa/Johannesburg"),
    ("KE", "Africa/Nairobi"),
    ("CI", "Africa/Abidjan"),
    ("IL", "Asia/Jerusalem"),
    ("JP", "Asia/Tokyo"),
    ("AU", "Australia/Lord_Howe"),
    ("NZ", "Pacific/Chatham"),
    ("MH", "Pacific/Majuro"),
    ("TN", "Africa/Tunis"),
]


def main():
    draw = random.Random(1182)
    for country, zone in CALENDARS:
        calendar = registry.get(country)()
        weekend = calendar.get_weekend_days()
        working = "".join(str(day + 1) for day in range(7) if day not in weekend)
        lines = []
        cases = []
        for year in YEARS:
            days = sorted({day for day, _ in calendar.holidays(year) if day.year == year})
            lines.append(f"holidays {year} {' '.join(f'{day:%m%d}' for day in days)}")
            if year < YEARS[-1] - 1:
                cases += of_year(calendar, zone, year, draw)
        print(f"calendar {zone} {working}", *lines, *cases, sep="\n")


def of_year(calendar, zone, year, draw):
    start = datetime(year, 1, 1, tzinfo=timezone.utc)

    def time():
        return start + timedelta(minutes=draw.randrange(365 * 24 * 60))

    def date(at):
        return at.astimezone(ZoneInfo(zone)).date()

    for unit, longest in [("days", 250), ("weeks", 26), ("months", 12)]:
        at, count = time(), draw.randint(1, longest)
        if unit == "days":
            end = calendar.add_working_days(date(at), count)
        else:
            # find_following_working_day would ignore holidays.
            end = date(at) + relativedelta(**{unit: count})
            while not calendar.is_working_day(end):
                end += timedelta(days=1)
        yield f"{at:%Y-%m-%dT%H:%M:%SZ} {count} {unit} {end}"


main()
