/** Returns the time zones to choose from: those of the browser, UTC, and the stored one. */
export const timeZonesWith = (stored: string): readonly string[] =>
  [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...(stored ? [stored] : [])])].sort();

interface ZoneTime {
  /** The time of day: "14:35". */
  time: string;
  /** The difference from UTC: "UTC+02:00". */
  offset: string;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'longOffset',
  });
  formats.set(zone, format);
  return format;
}

/**
 * Returns the time in a zone at a moment in milliseconds, or undefined if the browser does not know
 * the zone. The server may know more zones.
 */
export function timeIn(zone: string, at: number): ZoneTime | undefined {
  try {
    const parts = formatOf(zone).formatToParts(at);
    const part = (type: Intl.DateTimeFormatPartTypes) =>
      parts.find((one) => one.type === type)?.value ?? '';
    return {
      time: `${part('hour')}:${part('minute')}`,
      offset: part('timeZoneName').replace('GMT', 'UTC'),
    };
  } catch {
    return undefined;
  }
}
