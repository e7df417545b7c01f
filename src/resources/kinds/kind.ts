import type * as z from 'zod';
import type { ApiVersion, Endpoint } from '../../api/contract/endpoint';
import type { JsonObject } from '../../shared/json';
import type { Translate } from '../../shared/translate';

/** The kinds of resources that the explorer knows. */
export type KindId =
  | 'server'
  | 'webApplication'
  | 'domain'
  | 'ssl'
  | 'cacheConfiguration'
  | 'waf'
  | 'hubCache'
  | 'cronJob'
  | 'supervisorJob'
  | 'firewallRule'
  | 'sshSettings'
  | 'sshKey'
  | 'systemUser'
  | 'database'
  | 'databaseUser'
  | 'service'
  | 'blockedAddress'
  | 'logEntry'
  | 'integration'
  | 'canvas'
  | 'atomicProject'
  | 'deployment';

/** What tells a resource from its siblings: a number, or a name where the service gives no number. */
export type ResourceId = number | string;

/** A resource as the service answered it. */
export type Resource = Readonly<Record<string, unknown>>;

/** How one resource looks in a list: everything but its place. */
export interface Presentation {
  readonly label: string;
  /** The second fact, beside the label. */
  readonly description?: string | undefined;
  /** A state's icon and theme colour, where they differ from the kind's own. */
  readonly icon?: { readonly id: string; readonly color?: string } | undefined;
  /** What the icon's state means, in words: for screen readers and tooltips. */
  readonly state?: string | undefined;
  /** Further facts for the tooltip: name and value. */
  readonly facts?: readonly (readonly [name: string, value: string])[];
  /** Whether a person should look after it. */
  readonly needsAttention?: boolean;
}

/** An operation, by one version of the API where it is not the preferred one. */
export interface Way {
  readonly endpoint: Endpoint;
  readonly version?: ApiVersion;
}

/** One request of a save. */
export interface Write extends Way {
  readonly body: JsonObject;
  /** Other ways to the same end, in order, for services that do not offer this one. */
  readonly otherwise?: readonly Way[];
}

/** What changed in a document: the whole before and after, and the changed members alone. */
export interface DocumentChange {
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly changed: JsonObject;
}

/** How a kind's document is written back. */
export interface Editing {
  /** The members that can be written, dotted where nested; all others are read-only. */
  readonly writable: readonly string[];
  /** The shape of what can be written, for help while typing. */
  readonly schema?: z.ZodType;
  /** Members that can be written and that a read does not tell. */
  readonly unread?: readonly string[];
  /** Members that every write must hold. */
  readonly required?: readonly string[];
  /** Where in the document a field of a request is, where that is not by the same name. */
  readonly toPath?: (field: readonly string[]) => readonly string[];
  /** Whether a write's answer differs from a read, so that the resource is to be read again. */
  readonly isReadBack?: boolean;
  /** The requests that bring a change about, with nothing in them that was not changed. */
  readonly toWrites: (change: DocumentChange) => readonly Write[];
}

/** How a state is read that the resources themselves do not tell. */
export interface StateReading {
  readonly endpoint: Endpoint;
  /** The member under which the state is kept with its resource. */
  readonly member: string;
  /** A resource's state in the answer; empty where it is not told. */
  readonly of: (answer: unknown, resource: Resource) => string;
}

/** The operations by which a kind is read; what else it can do lies with commands. */
export interface Operations {
  /** A list that comes in pages, or one operation that answers all there is. */
  readonly list?: Endpoint;
  /** The resources in an answer to `list`, each with an `id`, where they don't come as such. */
  readonly toItems?: (answer: unknown) => readonly Resource[];
  readonly read?: Endpoint;
  /** Set where a row tells a state that is worth reading as soon as the row above is opened. */
  readonly readsWithParent?: true;
  /** One more request that tells how all resources of a collection stand. */
  readonly states?: StateReading;
  /** Other ways to read, in order, for services that do not offer that one. */
  readonly readOtherwise?: readonly Way[];
}

/** One kind of resource: what sets it apart, as data. */
export interface ResourceKind {
  readonly id: KindId;
  /** The kind it hangs under; nothing at the account's top. */
  readonly parent: KindId | undefined;
  /** English names of one and of many, to be translated where they are shown. */
  readonly names: { readonly one: string; readonly many: string };
  /** Its folder and file suffix in a document's path, and the name of its id in API paths. */
  readonly folder: string;
  readonly suffix: string;
  readonly variable: string | undefined;
  readonly operations: Operations;
  readonly icon: string;
  /** The members that the contract names; others may hold anything, secrets too. */
  readonly fields: readonly string[];
  /** The shape of an answer. */
  readonly schema: z.ZodType;
  /** Puts a resource into words; typed by the kind's own schema where it is defined. */
  readonly present: (resource: Resource, t: Translate) => Presentation;
  /** How its document is shaped and written, where that is not the resource as it is. */
  readonly document?: DocumentShape;
}

/** How a resource becomes a document and back. */
export interface DocumentShape {
  /** The document's content, where it is not the resource's own fields. */
  readonly toContent?: (resource: Resource) => JsonObject;
  /** The shape of that content, where it is not the answer's own. */
  readonly schema?: z.ZodType;
  readonly editing?: Editing;
}

interface KindDefinition<Schema extends z.ZodType> extends Omit<
  ResourceKind,
  'present' | 'variable' | 'document' | 'fields'
> {
  readonly schema: Schema;
  readonly variable?: string;
  readonly present: (resource: z.output<Schema>, t: Translate) => Presentation;
  readonly document?: DocumentShape;
}

/** Defines a kind; `present` gets its resource as the contract types it. */
export function defineKind<Schema extends z.ZodType>(
  definition: KindDefinition<Schema>,
): ResourceKind {
  const { schema, variable, present, document, ...rest } = definition;
  return {
    ...rest,
    variable,
    schema,
    fields: Object.keys((schema as { shape?: object }).shape ?? {}),
    present: present as ResourceKind['present'],
    ...(document ? { document } : {}),
  };
}

/** Editing by one PATCH that holds the changed fields and nothing else. */
export function patchWith(endpoint: Endpoint, writable: readonly string[]): Editing {
  return {
    writable,
    ...(endpoint.body ? { schema: endpoint.body } : {}),
    toWrites: ({ changed }) => [{ endpoint, body: changed }],
  };
}
