import type { Drawing, DrawnLink, DrawnStage } from './drawing';

/** One thing that the server says is wrong, with the stages and links that it is about; none where it is about all. */
export interface PlacedFault {
  message: string;
  stages: readonly number[];
  links: readonly DrawnLink[];
  /** The field of the stage or link, where it is one field. */
  field?: string;
  /** What stood in the field. */
  refused?: unknown;
}

const PLACE = /^(stages|links)\[(\d+)\](?:\.(\w+))?$/;

/** Finds the places of a fault in the drawing that was looked at: "stages[2].role", "links[0]". */
function placed(drawing: Drawing, message: string, places: readonly string[]): PlacedFault {
  const stages: number[] = [];
  const links: DrawnLink[] = [];
  let field: string | undefined;
  let refused: unknown;
  for (const place of places) {
    const [, list, index, name] = PLACE.exec(place) ?? [];
    const stage = list === 'stages' ? drawing.stages[Number(index)] : undefined;
    const link = list === 'links' ? drawing.links[Number(index)] : undefined;
    if (stage) stages.push(stage.stage_id);
    if (link) links.push(link);
    if (name) {
      field = name;
      refused = stage?.[name as keyof DrawnStage] ?? link?.[name as keyof DrawnLink];
    }
  }
  return { message, stages, links, field, refused };
}

/** The faults of an answer, each with its places. */
export const faultsAt = (
  drawing: Drawing,
  faults: readonly { places: readonly string[]; message: string }[],
): PlacedFault[] => faults.map(({ message, places }) => placed(drawing, message, places));

/** The faults of a refusal, which says for each place what is wrong there. A fault of several places is told once. */
export function faultsOf(
  errors: Readonly<Record<string, readonly string[]>>,
  sent: Drawing,
): PlacedFault[] {
  const byMessage = new Map<string, string[]>();
  const each: PlacedFault[] = [];
  for (const [place, messages] of Object.entries(errors)) {
    for (const message of messages) {
      // Two fields without a value are two faults with the same words.
      if (place.includes('.')) each.push(placed(sent, message, [place]));
      else byMessage.set(message, [...(byMessage.get(message) ?? []), place]);
    }
  }
  const shared = [...byMessage].map(([message, places]) => placed(sent, message, places));
  return [...each, ...shared];
}

/** Whether a procedure that is not active may be kept with these faults: what a field lacks cannot be stored. */
export const mayBeKept = (errors: Readonly<Record<string, readonly string[]>>): boolean => {
  const places = Object.keys(errors);
  return (
    places.length > 0 &&
    places.every((place) => place === 'faults' || /^(stages|links)\[\d+\]$/.test(place))
  );
};

/** The faults that still hold where they were found: not those of a field that was changed, or of a stage that is gone. */
export function stillThere(faults: readonly PlacedFault[], now: Drawing): PlacedFault[] {
  return faults.filter(({ stages, field, refused }) => {
    if (stages.length === 0) return true;
    const left = now.stages.filter(({ stage_id }) => stages.includes(stage_id));
    if (left.length === 0) return false;
    return !field || left.some((stage) => stage[field as keyof DrawnStage] === refused);
  });
}

/** What is wrong with a field of a stage. */
export const faultOfField = (
  faults: readonly PlacedFault[],
  stage: number,
  field: string,
): string | undefined =>
  faults.find((fault) => fault.field === field && fault.stages.includes(stage))?.message;
