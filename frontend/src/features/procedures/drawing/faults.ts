import type { Drawing, DrawnLink, DrawnStage } from './drawing';

/**
 * A fault or warning that the server reported, with the stages and links that it is about. Both are empty if
 * it is about the whole procedure.
 */
export interface PlacedFault {
  message: string;
  stages: readonly number[];
  links: readonly DrawnLink[];
  /** The field of the stage or link, if the fault is about one. */
  field?: string;
  /** The value of the field when the fault was reported. */
  refused?: unknown;
}

const PLACE = /^(stages|links)\[(\d+)\](?:\.(\w+))?$/;

/**
 * Finds the stages and links of a fault in the checked drawing, by places such as "stages[2].role"
 * or "links[0]".
 */
function locateFault(drawing: Drawing, message: string, places: readonly string[]): PlacedFault {
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

/** Returns the faults of a response with their stages and links. */
export const faultsAt = (
  drawing: Drawing,
  faults: readonly { places: readonly string[]; message: string }[],
): PlacedFault[] => faults.map(({ message, places }) => locateFault(drawing, message, places));

/** Returns the warnings of a response, which are about the roles of their stages. */
export const warningsAt = (
  drawing: Drawing,
  warnings: readonly { places: readonly string[]; message: string }[],
): PlacedFault[] =>
  faultsAt(drawing, warnings).map((warning) => ({
    ...warning,
    field: 'role',
    refused: drawing.stages.find(({ stage_id }) => warning.stages.includes(stage_id))?.role,
  }));

/** Returns the messages about a stage. */
export const messagesAt = (placed: readonly PlacedFault[], stage: number): string[] =>
  placed.filter(({ stages }) => stages.includes(stage)).map(({ message }) => message);

/**
 * Returns the faults of a refusal, which lists messages by place. A message with several places
 * becomes one fault.
 */
export function faultsOf(
  errors: Readonly<Record<string, readonly string[]>>,
  sent: Drawing,
): PlacedFault[] {
  const byMessage = new Map<string, string[]>();
  const each: PlacedFault[] = [];
  for (const [place, messages] of Object.entries(errors)) {
    for (const message of messages) {
      // Two empty fields are two faults, although the message is the same.
      if (place.includes('.')) each.push(locateFault(sent, message, [place]));
      else byMessage.set(message, [...(byMessage.get(message) ?? []), place]);
    }
  }
  const shared = [...byMessage].map(([message, places]) => locateFault(sent, message, places));
  return [...each, ...shared];
}

/**
 * Returns true if an inactive procedure may be saved with these faults. Faults of single fields
 * cannot be saved.
 */
export const canSaveWithErrors = (errors: Readonly<Record<string, readonly string[]>>): boolean => {
  const places = Object.keys(errors);
  return (
    places.length > 0 &&
    places.every((place) => place === 'faults' || /^(stages|links)\[\d+\]$/.test(place))
  );
};

/** Returns the faults that may still exist: not those of a changed field or of a removed stage. */
export function remainingFaults(faults: readonly PlacedFault[], now: Drawing): PlacedFault[] {
  return faults.filter(({ stages, field, refused }) => {
    if (stages.length === 0) return true;
    const left = now.stages.filter(({ stage_id }) => stages.includes(stage_id));
    if (left.length === 0) return false;
    return !field || left.some((stage) => stage[field as keyof DrawnStage] === refused);
  });
}

export const faultOfField = (
  faults: readonly PlacedFault[],
  stage: number,
  field: string,
): string | undefined =>
  faults.find((fault) => fault.field === field && fault.stages.includes(stage))?.message;
