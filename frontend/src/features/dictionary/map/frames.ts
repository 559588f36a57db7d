import { NODE, type Corner } from './places';

/** Pixels between a table and the frame of its data source, and above it for the name. */
const PAD = 12;
const NAME = 24;

/** A frame around tables of a data source that are beside each other. */
export interface SourceFrame extends Corner {
  name: string;
  width: number;
  height: number;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const tableAt = ({ x, y }: Corner): Box => ({
  left: x,
  top: y,
  right: x + NODE.width,
  bottom: y + NODE.height,
});

const frameAt = ({ x, y }: Corner): Box => ({
  left: x - PAD,
  top: y - PAD - NAME,
  right: x + NODE.width + PAD,
  bottom: y + NODE.height + PAD,
});

const around = (one: Box, other: Box): Box => ({
  left: Math.min(one.left, other.left),
  top: Math.min(one.top, other.top),
  right: Math.max(one.right, other.right),
  bottom: Math.max(one.bottom, other.bottom),
});

const meet = (one: Box, other: Box): boolean =>
  one.left < other.right &&
  other.left < one.right &&
  one.top < other.bottom &&
  other.top < one.bottom;

/** Joins frames of a source as long as the joined one meets no table of another source. */
function joined(own: readonly Box[], foreign: readonly Box[]): Box[] {
  const boxes: Box[] = [];
  for (const box of own) {
    let grown = box;
    for (;;) {
      const at = boxes.findIndex((known) => {
        const both = around(known, grown);
        return foreign.every((other) => !meet(both, other));
      });
      if (at < 0) break;
      grown = around(grown, boxes[at]!);
      boxes.splice(at, 1);
    }
    boxes.push(grown);
  }
  return boxes;
}

/**
 * Returns a named frame per data source around its tables. A source has several frames if tables of
 * another one are between its own.
 */
export function framesOf(places: readonly { source: string; corner: Corner }[]): SourceFrame[] {
  const sources = [...new Set(places.map(({ source }) => source))];
  return sources.flatMap((name) => {
    const own = places.filter(({ source }) => source === name);
    const foreign = places.filter(({ source }) => source !== name);
    return joined(
      own.map(({ corner }) => frameAt(corner)),
      foreign.map(({ corner }) => tableAt(corner)),
    ).map(({ left, top, right, bottom }) => ({
      name,
      x: left,
      y: top,
      width: right - left,
      height: bottom - top,
    }));
  });
}
