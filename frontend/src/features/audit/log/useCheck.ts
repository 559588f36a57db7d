import { useEffect, useState } from 'react';
import { readLogTile } from '@/api/logTile';
import { abilityOf, type Ability } from '../check/ability';
import { checkEvidence, type Answer } from '../check/check';
import { tooLarge, wrongKind } from '../check/file';
import type { TrustedKey } from '../check/former';

/** A chosen file, with its bytes or the reason why it is not checked. */
export type EvidenceFile = { name: string } & ({ bytes: Uint8Array } | { fault: string });

export async function read(file: File): Promise<EvidenceFile> {
  const { name } = file;
  const large = tooLarge(file.size);
  if (large) return { name, fault: large };
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const fault = wrongKind(bytes);
    return fault ? { name, fault } : { name, bytes };
  } catch {
    return { name, fault: 'The file could not be read. Choose it again.' };
  }
}

/** Returns the ability of this browser; undefined until it is known. */
export function useAbility(): Ability | undefined {
  const [ability, setAbility] = useState<Ability>();
  useEffect(() => {
    void abilityOf(crypto.subtle).then(setAbility);
  }, []);
  return ability;
}

/** The result of checking a file with these keys. */
export interface CheckOutcome {
  chosen: EvidenceFile;
  keys: readonly TrustedKey[];
  answer: Answer;
}

/** Checks the file with these keys. Returns undefined until there is a result. */
export function useCheck(
  chosen: EvidenceFile | undefined,
  keys: readonly TrustedKey[],
): CheckOutcome | undefined {
  const [outcome, setOutcome] = useState<CheckOutcome>();
  useEffect(() => {
    if (!chosen || !('bytes' in chosen) || keys.length === 0) return;
    let isCurrent = true;
    void checkEvidence(crypto.subtle, chosen.bytes, keys, readLogTile).then((answer) => {
      if (isCurrent) setOutcome({ chosen, keys, answer });
    });
    return () => {
      isCurrent = false;
    };
  }, [chosen, keys]);
  return outcome?.chosen === chosen && outcome?.keys === keys ? outcome : undefined;
}
