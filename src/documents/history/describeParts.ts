import type { LoggedChange } from './changeLog';
import type { PartOutcome } from '../writing/partOutcomes';
import type { Translate } from '../../base/translate';
import { findKind } from '../../resources/kinds/kinds';

/** The outcome of each part of a save that needed several requests. */
export function describeParts({ reference, parts = [] }: LoggedChange, t: Translate): string {
  const known = findKind(reference.kind).document?.editing?.parts ?? [];
  return parts
    .flatMap(({ operation, outcome }) => {
      const part = known.find(({ write }) => write.id === operation);
      return part ? [describePart(part.name(t), outcome, t)] : [];
    })
    .join(', ');
}

function describePart(words: string, outcome: PartOutcome['outcome'], t: Translate): string {
  switch (outcome) {
    case 'done':
      return t('{0}: saved', words);
    case 'refused':
      return t('{0}: rejected', words);
    case 'notApplied':
      return t('{0}: not applied', words);
    case 'unknown':
      return t('{0}: outcome unknown', words);
    case 'notSent':
      return t('{0}: not sent', words);
  }
}
