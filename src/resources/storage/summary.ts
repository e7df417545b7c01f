import { isCredentialField, redactForms } from '../../api/credentials';
import type { Resource } from '../kinds/kind';
import type { KindId, ResourceKind } from '../kinds/kinds';

/** Free-text members, which may contain keys and passwords. */
const freeTexts: ReadonlySet<string> = new Set([
  'certificate',
  'command',
  'deploymentKey',
  'message',
  'publicKey',
]);

const unkeptKinds: ReadonlySet<KindId> = new Set(['logEntry']);

export function isStored(kind: KindId): boolean {
  return !unkeptKinds.has(kind);
}

/** Members in the contract, except credentials and texts that may contain one. */
export function summarize(kind: ResourceKind, resource: Resource): Resource {
  const names = ['id', ...kind.fields].filter(
    (name) => !isCredentialField(name) && !freeTexts.has(name),
  );
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = toStored(resource[name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Keeps primitive values and lists of them; nested members aren't named by the contract. */
function toStored(value: unknown): unknown {
  if (Array.isArray(value))
    return value.filter((each) => typeof each !== 'object').map((each) => toStored(each));
  if (typeof value === 'string') return redactForms(value);
  return typeof value === 'object' && value !== null ? undefined : value;
}
