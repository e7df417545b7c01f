import * as z from 'zod/mini';
import type { KeyValues } from './readStored';
import type { EarlierValues, SharedValue } from './sharedValues';
import { type KindId, isKindId } from '../kinds/kinds';
import { toKey } from '../reference';
import { isObject } from '../../base/json';

const earlierPin = z.object({
  reference: z.object({
    account: z.string(),
    kind: z.custom<KindId>(isKindId),
    ids: z.array(z.union([z.number(), z.string()])),
  }),
});

type Note = (what: string) => void;

/** Pins, view options and firewall notes that version 0.1 stored in VS Code's own storage. */
export function earlierChoices(values: KeyValues, note: Note): EarlierValues | undefined {
  return earlierValues(values, note, {
    pins: toPins,
    view: toViewOptions,
    'firewalls.notDeployed': toFirewalls,
  });
}

/** The change history that version 0.1 stored there. */
export function earlierChanges(values: KeyValues, note: Note): EarlierValues | undefined {
  return earlierValues(values, note, { changes: toSharedChanges });
}

/** @param readers the reader of each stored value; returns undefined if it is damaged. */
function earlierValues(
  values: KeyValues,
  note: Note,
  readers: Readonly<Record<string, (stored: unknown) => readonly SharedValue[] | undefined>>,
): EarlierValues | undefined {
  const stored = Object.keys(readers).filter((key) => values.get(key) !== undefined);
  if (stored.length === 0) return undefined;
  return {
    values: stored.flatMap((key) => {
      const found = readers[key]?.(values.get(key));
      if (!found) note(key);
      return found ?? [];
    }),
    async forget() {
      await Promise.all(stored.map((key) => values.update(key, undefined)));
    },
  };
}

function toPins(stored: unknown): readonly SharedValue[] | undefined {
  if (!Array.isArray(stored)) return undefined;
  return stored.flatMap((value: unknown) => {
    const { data } = earlierPin.safeParse(value);
    return data ? [{ key: `pin/${toKey(data.reference)}`, value }] : [];
  });
}

function toViewOptions(stored: unknown): readonly SharedValue[] | undefined {
  if (!isObject(stored)) return undefined;
  const hidden: readonly unknown[] = Array.isArray(stored['hiddenKinds'])
    ? stored['hiddenKinds']
    : [];
  return [
    ...['filter', 'grouping', 'sorting'].map((name) => ({
      key: `view/${name}`,
      value: stored[name],
    })),
    ...hidden.filter(isKindId).map((kind) => ({ key: `view/hidden/${kind}`, value: true })),
  ].filter(({ value }) => value !== undefined);
}

function toFirewalls(stored: unknown): readonly SharedValue[] | undefined {
  if (!Array.isArray(stored)) return undefined;
  return stored.flatMap((key: unknown) => {
    if (typeof key !== 'string') return [];
    const [, account, id] = /^([a-z0-9-]+)\/firewallRule\/all\/(\d+)$/.exec(key) ?? [];
    return account && id
      ? [{ key: `firewall/${key}`, value: { account, parents: [Number(id)] } }]
      : [];
  });
}

/** Stored latest first. */
function toSharedChanges(stored: unknown): readonly SharedValue[] | undefined {
  if (!Array.isArray(stored)) return undefined;
  return stored
    .toReversed()
    .map((value: unknown, index) => ({ key: `0.1-${index}`, value }))
    .filter(({ value }) => value !== undefined && value !== null);
}
