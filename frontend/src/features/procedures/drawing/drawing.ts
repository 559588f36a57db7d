import { isListOf, isMaybe, isNumber, isShape, isText } from '@/lib/shape';

/** A stage of a drawing. Role, type and order are 0 until they are chosen. */
export interface DrawnStage {
  /**
   * The id of a stored stage. A new stage has a number below 1, which links use until it is saved.
   */
  stage_id: number;
  role: number;
  stage_type: number;
  stage_order: number;
  stage_activity: string;
  branch_level: number;
  /** Fractions of the drawing's width and height. */
  pos_x: number;
  pos_y: number;
  icon: string;
  /**
   * The target in working days; null for none. Undefined in a local copy of an earlier version of
   * the application, so that the stored target is kept.
   */
  target?: number | null;
}

export interface DrawnLink {
  current_stage: number;
  next: number;
}

export interface Drawing {
  stages: readonly DrawnStage[];
  links: readonly DrawnLink[];
}

export const isDrawing = isShape<Drawing>({
  stages: isListOf(
    isShape<DrawnStage>({
      stage_id: isNumber,
      role: isNumber,
      stage_type: isNumber,
      stage_order: isNumber,
      stage_activity: isText,
      branch_level: isNumber,
      pos_x: isNumber,
      pos_y: isNumber,
      icon: isText,
      target: isMaybe(isNumber),
    }),
  ),
  links: isListOf(isShape<DrawnLink>({ current_stage: isNumber, next: isNumber })),
});

/** The highest stage order (3 §9). */
const LAST_ORDER = 8;
/**
 * The minimum distance between two stages, as fractions of the drawing, so that both are visible.
 */
const MIN_DISTANCE = { x: 0.05, y: 0.07 };

export interface Place {
  pos_x: number;
  pos_y: number;
}

export type StageChange = Partial<Omit<DrawnStage, 'stage_id'>>;

interface Drawn {
  stages: readonly DrawnStage[];
  links: readonly { current_stage?: number | null; next?: number | null }[];
}

/** Returns only the drawing of an object that contains one. */
export const drawingOf = ({ stages, links }: Drawn): Drawing => ({
  stages: stages.map((stage) => ({
    stage_id: stage.stage_id,
    role: stage.role,
    stage_type: stage.stage_type,
    stage_order: stage.stage_order,
    stage_activity: stage.stage_activity,
    branch_level: stage.branch_level,
    pos_x: stage.pos_x,
    pos_y: stage.pos_y,
    icon: stage.icon,
    target: stage.target ?? null,
  })),
  links: links.flatMap(({ current_stage, next }) =>
    current_stage == null || next == null ? [] : [{ current_stage, next }],
  ),
});

export const stageOf = ({ stages }: Drawing, id: number): DrawnStage | undefined =>
  stages.find(({ stage_id }) => stage_id === id);

/** Returns the name of a stage. A new one has no activity yet. */
export const nameOf = (drawing: Drawing, id: number): string =>
  stageOf(drawing, id)?.stage_activity.trim() || 'New stage';

export const isSameLink = (one: DrawnLink, other: DrawnLink): boolean =>
  one.current_stage === other.current_stage && one.next === other.next;

/** Returns a name such as "Access review, then Access approval". */
export const linkName = (drawing: Drawing, { current_stage, next }: DrawnLink): string =>
  `${nameOf(drawing, current_stage)}, then ${nameOf(drawing, next)}`;

export const linksFrom = ({ links }: Drawing, id: number): DrawnLink[] =>
  links.filter(({ current_stage }) => current_stage === id);

export const linksTo = ({ links }: Drawing, id: number): DrawnLink[] =>
  links.filter(({ next }) => next === id);

/** Limits a coordinate to the drawing and rounds it to two decimals. */
const within = (place: number): number => Math.round(Math.min(1, Math.max(0, place)) * 100) / 100;

/** Returns an unused number for a new stage. */
const newNumber = ({ stages }: Drawing): number =>
  Math.min(1, ...stages.map(({ stage_id }) => stage_id)) - 1;

/**
 * Returns the wanted place, or the nearest free one below, right, above or left of it. Returns the
 * wanted place if all of these are taken.
 */
function freePlace({ stages }: Drawing, wanted: Place): Place {
  const taken = (place: Place) =>
    stages.some(
      ({ pos_x, pos_y }) =>
        Math.abs(pos_x - place.pos_x) < MIN_DISTANCE.x &&
        Math.abs(pos_y - place.pos_y) < MIN_DISTANCE.y,
    );
  for (let step = 0; step <= 14; step += 1) {
    for (const [right, down] of [
      [0, 1],
      [1, 0],
      [0, -1],
      [-1, 0],
    ] as const) {
      const place = {
        pos_x: within(wanted.pos_x + step * MIN_DISTANCE.x * right),
        pos_y: within(wanted.pos_y + step * MIN_DISTANCE.y * down),
      };
      if (!taken(place)) return place;
    }
  }
  return wanted;
}

export interface Added {
  drawing: Drawing;
  added: number;
}

const blank = { role: 0, stage_activity: '', branch_level: 0, icon: 'FactCheck', target: null };

/** Adds an unlinked stage of this type in the middle. */
export function withStage(drawing: Drawing, type: number): Added {
  const added = newNumber(drawing);
  const orders = drawing.stages.map(({ stage_order }) => stage_order);
  const stage: DrawnStage = {
    ...blank,
    ...freePlace(drawing, { pos_x: 0.5, pos_y: 0.5 }),
    stage_id: added,
    stage_type: type,
    stage_order: Math.min(LAST_ORDER, Math.max(0, ...orders) + 1),
  };
  return { drawing: { ...drawing, stages: [...drawing.stages, stage] }, added };
}

/** Inserts a stage of this type into a link. */
export function withStageIn(drawing: Drawing, link: DrawnLink, type: number): Added {
  const [from, to] = [stageOf(drawing, link.current_stage), stageOf(drawing, link.next)];
  const place = drawing.links.findIndex((other) => isSameLink(other, link));
  if (!from || !to || place < 0) return withStage(drawing, type);
  const added = newNumber(drawing);
  const middle = {
    pos_x: within((from.pos_x + to.pos_x) / 2),
    pos_y: within((from.pos_y + to.pos_y) / 2),
  };
  const stage: DrawnStage = {
    ...blank,
    ...freePlace(drawing, middle),
    stage_id: added,
    stage_type: type,
    stage_order: Math.min(LAST_ORDER, from.stage_order + 1),
    branch_level: from.branch_level,
  };
  const links = drawing.links.toSpliced(
    place,
    1,
    { current_stage: link.current_stage, next: added },
    { current_stage: added, next: link.next },
  );
  return { drawing: { stages: [...drawing.stages, stage], links }, added };
}

/**
 * Removes a stage. Its previous stages are linked to its next ones, so that the chain is not
 * broken.
 */
export function withoutStage(drawing: Drawing, id: number): Drawing {
  const joined = linksTo(drawing, id).flatMap(({ current_stage }) =>
    linksFrom(drawing, id).map(({ next }) => ({ current_stage, next })),
  );
  const links = drawing.links.filter(
    ({ current_stage, next }) => current_stage !== id && next !== id,
  );
  for (const link of joined) {
    const isNew = !links.some((other) => isSameLink(other, link));
    if (isNew && link.current_stage !== id && link.next !== id && link.current_stage !== link.next)
      links.push(link);
  }
  return { stages: drawing.stages.filter(({ stage_id }) => stage_id !== id), links };
}

export const withChange = (drawing: Drawing, id: number, change: StageChange): Drawing => ({
  ...drawing,
  stages: drawing.stages.map((stage) => (stage.stage_id === id ? { ...stage, ...change } : stage)),
});

/** Moves a stage. Places beyond the edge are moved to the edge. */
export const withStageAt = (drawing: Drawing, id: number, { pos_x, pos_y }: Place): Drawing =>
  withChange(drawing, id, { pos_x: within(pos_x), pos_y: within(pos_y) });

/** Returns the reason why a link is not possible, or undefined if it is. */
export function linkFault(drawing: Drawing, link: DrawnLink): string | undefined {
  if (link.current_stage === link.next) return 'A stage cannot follow itself.';
  return drawing.links.some((other) => isSameLink(other, link))
    ? `“${nameOf(drawing, link.next)}” follows “${nameOf(drawing, link.current_stage)}” already.`
    : undefined;
}

export const withLink = (drawing: Drawing, link: DrawnLink): Drawing => ({
  ...drawing,
  links: [...drawing.links, link],
});

/** Removes a link. If the same link exists several times, only the first is removed. */
export function withoutLink(drawing: Drawing, link: DrawnLink): Drawing {
  const place = drawing.links.findIndex((other) => isSameLink(other, link));
  return place < 0 ? drawing : { ...drawing, links: drawing.links.toSpliced(place, 1) };
}

/** Changes the ends of a link and keeps its position in the list. */
export function withLinkTo(drawing: Drawing, link: DrawnLink, now: DrawnLink): Drawing {
  const place = drawing.links.findIndex((other) => isSameLink(other, link));
  return place < 0 ? drawing : { ...drawing, links: drawing.links.toSpliced(place, 1, now) };
}

/**
 * Sorts the stages as a request passes them. Parallel stages are sorted by stage order. The stages
 * of a cycle come last, together with those that follow it.
 */
export function stagesInOrder({ stages, links }: Drawing): DrawnStage[] {
  const left = new Set(stages);
  const ordered: DrawnStage[] = [];
  while (left.size > 0) {
    const ids = new Set([...left].map(({ stage_id }) => stage_id));
    const waits = new Set(
      links.filter(({ current_stage }) => ids.has(current_stage)).map(({ next }) => next),
    );
    const free = [...left].filter(({ stage_id }) => !waits.has(stage_id));
    const next = (free.length > 0 ? free : [...left]).reduce((first, other) =>
      other.stage_order < first.stage_order ? other : first,
    );
    ordered.push(next);
    left.delete(next);
  }
  return ordered;
}

const fields = [
  'role',
  'stage_type',
  'stage_order',
  'stage_activity',
  'branch_level',
  'icon',
  'target',
] as const;

const linkKey = ({ current_stage, next }: DrawnLink) => `${current_stage} ${next}`;

/** Describes the differences between two drawings, one line for each. */
export function differences(before: Drawing, now: Drawing): string[] {
  const lines: string[] = [];
  for (const stage of now.stages) {
    const name = nameOf(now, stage.stage_id);
    const was = stageOf(before, stage.stage_id);
    if (!was) {
      lines.push(`“${name}” added`);
      continue;
    }
    if (fields.some((field) => was[field] !== stage[field])) lines.push(`“${name}” changed`);
    if (was.pos_x !== stage.pos_x || was.pos_y !== stage.pos_y) lines.push(`“${name}” moved`);
  }
  for (const { stage_id } of before.stages) {
    if (!stageOf(now, stage_id)) lines.push(`“${nameOf(before, stage_id)}” removed`);
  }
  const [old, current] = [before, now].map(({ links }) => new Set(links.map(linkKey)));
  for (const link of now.links) {
    if (!old!.has(linkKey(link))) lines.push(`Link added: ${linkName(now, link)}`);
  }
  for (const link of before.links) {
    if (!current!.has(linkKey(link))) lines.push(`Link removed: ${linkName(before, link)}`);
  }
  // Duplicate links are a fault, so removing one counts as a change.
  if (lines.length === 0 && before.links.length !== now.links.length) {
    lines.push('A doubled link removed');
  }
  return lines;
}

/**
 * Rebases a drawing onto a newer stored one: stages that were deleted meanwhile become new stages.
 */
export function rebaseOnStored(drawing: Drawing, stored: Drawing): Drawing {
  let free = newNumber(drawing);
  const numbers = new Map<number, number>();
  for (const { stage_id } of drawing.stages) {
    if (stage_id > 0 && !stageOf(stored, stage_id)) {
      numbers.set(stage_id, free);
      free -= 1;
    }
  }
  const now = (id: number) => numbers.get(id) ?? id;
  return {
    stages: drawing.stages.map((stage) => ({ ...stage, stage_id: now(stage.stage_id) })),
    links: drawing.links.map((link) => ({
      current_stage: now(link.current_stage),
      next: now(link.next),
    })),
  };
}
