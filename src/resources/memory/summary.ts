import { isCredentialField } from '../../api/credentials';
import type { KindId, Resource, ResourceKind } from '../kinds/kind';

/** Members in which people and programs write freely, keys and passwords too. */
const freeTexts: ReadonlySet<string> = new Set([
  'certificate',
  'command',
  'deploymentKey',
  'message',
  'publicKey',
]);

/** Kinds that are nothing but free text. */
const unkeptKinds: ReadonlySet<KindId> = new Set(['logEntry']);

/** Whether a kind's resources may be kept between sessions at all. */
export function isKept(kind: KindId): boolean {
  return !unkeptKinds.has(kind);
}

/**
 * What may be kept of a resource between sessions: what the contract names, and of that no credential
 * and no text that may hold one.
 */
export function summarize(kind: ResourceKind, resource: Resource): Resource {
  const names = ['id', ...kind.fields].filter(
    (name) => !isCredentialField(name) && !freeTexts.has(name),
  );
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = toKept(resource[name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Plain values and lists of them; what is nested has members that nobody named. */
function toKept(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((each) => typeof each !== 'object');
  return typeof value === 'object' && value !== null ? undefined : value;
}
