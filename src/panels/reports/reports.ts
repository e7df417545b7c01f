import { type CommandId, tokenOf } from '../../actions/commands';
import { isObject, type JsonValue } from '../../base/json';
import { readCanvas } from '../../api/contract/canvas';
import { readDnsRecords } from '../../api/contract/domain';
import type { Endpoint } from '../../api/contract/endpoint';
import { listSharedServers } from '../../api/contract/server';
import { listSslProtocols } from '../../api/contract/ssl';
import type { KindId } from '../../resources/kinds/kinds';

/** Members that differ between any two resources, even equal ones. */
const identifying = new Set(['id', 'created_at', 'updated_at']);

/** Drops ids and sorts lists by name, so that a comparison shows real differences only. */
export function toComparable(value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    return value
      .map((item) => toComparable(item))
      .toSorted((one, other) => compareItems(one, other));
  }
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([name]) => !identifying.has(name));
  // The service wraps its lists in objects of one member.
  const [[name, only] = []] = members;
  if (members.length === 1 && name === 'data' && Array.isArray(only)) return toComparable(only);
  return Object.fromEntries(members.map(([each, member]) => [each, toComparable(member)]));
}

function compareItems(one: JsonValue, other: JsonValue): number {
  const [first = '', second = ''] = [one, other].map((each) =>
    JSON.stringify(isObject(each) ? (each['name'] ?? null) : each),
  );
  return first < second ? -1 : 1;
}

/** Information from the service that isn't a resource of its own. */
export interface Report {
  readonly name: string;
  readonly kind: KindId | undefined;
  readonly endpoint: Endpoint;
  readonly format: 'json' | 'zone';
  readonly toContent?: (answer: JsonValue) => JsonValue;
}

/** A canvas in the form in which two can be compared (API §2.6). */
export const canvasComparison: Report = {
  name: 'comparison',
  kind: 'canvas',
  endpoint: readCanvas,
  format: 'json',
  toContent: toComparable,
};

/** Those with a command, all of which are only observed. */
export const reportsByCommand = {
  'serverManagement.openDnsRecords': {
    name: 'dns',
    kind: 'domain',
    endpoint: readDnsRecords,
    format: 'zone',
  },
  'serverManagement.openSharedServers': {
    name: 'shared-servers',
    kind: undefined,
    endpoint: listSharedServers,
    format: 'json',
  },
  'serverManagement.openSslProtocols': {
    name: 'ssl-protocols',
    kind: undefined,
    endpoint: listSslProtocols,
    format: 'json',
  },
} as const satisfies Partial<Record<CommandId, Report>>;

export type ReportCommand = keyof typeof reportsByCommand;

export const reports: readonly Report[] = [canvasComparison, ...Object.values(reportsByCommand)];

export function reportTokens(kind: KindId): string[] {
  return Object.entries(reportsByCommand).flatMap(([command, report]) =>
    report.kind === kind ? [tokenOf(command)] : [],
  );
}
