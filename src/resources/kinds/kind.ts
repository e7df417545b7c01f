import type * as z from 'zod/mini';
import { type ForeignText, foreign } from '../../base/foreignText';
import type { Endpoint } from '../../api/contract/endpoint';
import { redactForms } from '../../api/credentials';
import type { Lenient } from '../../api/lenient';
import { isJsonObject, type JsonObject, omitNulls, memberAt } from '../../base/json';
import { t } from '../../base/l10n';

/** A number, or a name if the service assigns no number; unique among its siblings. */
export type ResourceId = number | string;

export type Resource = Readonly<Record<string, unknown>>;

/** How a resource looks in a list, except for its position. Its texts come from the service. */
export type Presentation = Presented<ForeignText>;

/** How a kind presents a resource, as plain texts that the service may have left out. */
export type InWords = Presented<string | null | undefined>;

interface Presented<Text> {
  readonly label: Text;
  /** A second fact, next to the label. */
  readonly description?: Text | undefined;
  /** What is wrong or under way, in a few words: its row says it in place of the second fact. */
  readonly problem?: Text | undefined;
  readonly icon?: { readonly id: string; readonly color?: string } | undefined;
  /** The meaning of the icon, for screen readers and tooltips. */
  readonly state?: Text | undefined;
  readonly facts?: readonly (readonly [name: string, value: Text])[] | undefined;
}

export interface Write {
  readonly endpoint: Endpoint;
  readonly body: JsonObject;
  readonly path?: Readonly<Record<string, ResourceId>>;
  /** The kind with the same ids that it writes, if that isn't the document's own. */
  readonly kind?: string;
}

/** The changes to a document: the full content before and after, and the changed members alone. */
export interface DocumentChange {
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly changed: JsonObject;
}

/** A part of a document with an operation of its own that writes it. */
export interface WrittenPart {
  readonly name: () => string;
  readonly write: Endpoint;
  /** The kind with the same ids whose document it also is. */
  readonly kind?: string;
  /** The fields that it writes, each sent under its last name: dotted paths in the document. */
  readonly fields: readonly string[];
  /** Completes the changed fields to a body with everything that the operation requires. */
  readonly complete?: (fields: JsonObject, change: DocumentChange) => JsonObject;
}

export interface Editing {
  /** If several operations write it: its parts, in the order in which they are sent. */
  readonly parts?: readonly WrittenPart[];
  /** Writable members, dotted if nested; all others are read-only. */
  readonly writable: readonly string[];
  /** Schema of the writable part, for completions; what it requires, every write must contain. */
  readonly schema?: z.ZodMiniType;
  /** Writable members that a read doesn't return. */
  readonly unread?: readonly string[];
  /** Members whose values differ between reads and writes, so that they can't be compared. */
  readonly readsDiffer?: readonly string[];
  /** For services that can't read it: it can be changed without knowing its values. */
  readonly worksUnread?: true;
  /** Maps a request field to its path in the document; defaults to the same path. */
  readonly toPath?: (field: readonly string[]) => readonly string[];
  /** The requests that apply a change, without anything that wasn't changed. */
  readonly toWrites: (change: DocumentChange) => readonly Write[];
}

interface StateReading {
  readonly endpoint: Endpoint;
  readonly member: string;
  readonly of: (answer: unknown, resource: Resource) => string;
}

/** A member of a resource that has a read of its own, and is absent if the service doesn't offer it. */
export interface ReadPart {
  readonly member: string;
  readonly read: Endpoint;
  /** The kind with the same ids whose document it also is, and which is read in other ways, too. */
  readonly kind?: string;
  readonly isIn?: (resource: Resource) => boolean;
}

export interface KnownPages {
  readonly items: readonly Resource[];
  /** By how many the service's count grew since; undefined if it counts nothing. */
  readonly grown: number | undefined;
}

export interface Operations {
  /** A paged list, or one operation that returns everything. */
  readonly list?: Endpoint;
  /**
   * Extracts the resources, each with an `id`, from an answer to `list` of another form.
   * @param known the pages before, whose last items may be repeated if the list grew since.
   */
  readonly toItems?: (answer: unknown, known?: KnownPages) => readonly Resource[];
  readonly read?: Endpoint;
  /** Added to what `read` returns. */
  readonly parts?: readonly ReadPart[];
  /** Documented writes that need only the id of a resource (API §4). */
  readonly writesById?: readonly Endpoint[];
  /** Set if a row shows a state that is worth reading as soon as its parent is expanded. */
  readonly readsWithParent?: true;
  /** An additional request that returns the states of all resources in a collection. */
  readonly states?: StateReading;
  /** A refusal may mean that there is none yet: its row says so, and offers to set it up. */
  readonly mayBeMissing?: true;
  /** A further read that completes a resource, if its own answer calls for one. */
  readonly completion?: Completion;
}

interface Completion {
  readonly endpoint: Endpoint;
  readonly member: string;
  /** Further path values, given the first answer; undefined if there is nothing to read. */
  readonly path: (resource: Resource) => Readonly<Record<string, ResourceId>> | undefined;
  readonly of: (answer: unknown) => unknown;
  /** Set if a refusal may mean that there is none: the member is null then. */
  readonly mayBeMissing?: true;
}

/** Where the values come from that a field may have. */
export type ValueSource =
  | {
      /** A kind of the same server or account, or of any server: the ids of its resources. */
      readonly of: string;
      /** The member that names them. */
      readonly namedBy: string;
      /** Set if the values are these names. */
      readonly byName?: true;
    }
  | {
      readonly list: Endpoint;
      /** The values if the service has no list. */
      readonly otherwise?: () => readonly string[];
      /** Set if the service accepts no other. */
      readonly isComplete?: true;
    };

export interface DefinedKind<Id extends string, Parent extends string | undefined> {
  readonly id: Id;
  readonly parent: Parent;
  readonly names: { readonly one: string; readonly many: string };
  /** Folder and file suffix in document paths, and the id's variable name in API paths. */
  readonly folder: string;
  readonly suffix: string;
  readonly variable: string | undefined;
  readonly operations: Operations;
  readonly icon: string;
  /** Members in the contract; any others may hold anything, secrets included. */
  readonly fields: readonly string[];
  readonly schema: z.ZodMiniType;
  /**
   * What the question of a form doesn't say about a field, and fields that no form asks for: by
   * dotted path, or by name wherever it is. A test compares them with the contract.
   */
  readonly fieldTexts?: Readonly<Record<string, string>>;
  /** By dotted path. */
  readonly values?: Readonly<Record<string, ValueSource>>;
  readonly present: (resource: Resource) => Presentation;
  /** Tokens in the `contextValue` of its rows, besides those of its actions. */
  readonly offers?: (resource: Resource) => readonly string[];
  readonly document?: DocumentShape;
  /** The certificate that it is or contains, if its kind has any. */
  readonly certificate?: (resource: Resource) => unknown;
  /** The kind with the same parent whose row represents it, if it has no row of its own. */
  readonly shownBy?: string;
}

interface TextShape {
  /** The member of the content that is the text; the others aren't shown. */
  readonly member: string;
  /** The last part of the file name, from which the editor determines the language. */
  readonly extension: string;
}

interface DocumentShape {
  /** Returns the document's content; defaults to the resource's own fields. What it leaves out may be removed. */
  readonly toContent?: (resource: Resource) => JsonObject;
  /** The inverse, as far as a content that is being typed allows. */
  readonly toResource?: (content: JsonObject) => Resource;
  /** Set if its text is one of the content's members, rather than JSON. */
  readonly text?: TextShape;
  /** Schema of that content; defaults to the answer's. */
  readonly schema?: z.ZodMiniType;
  readonly editing?: Editing;
  /** Why a document with this content can't be saved, if it can't. */
  readonly readOnly?: (content: JsonObject) => string | undefined;
}

interface KindDefinition<
  Id extends string,
  Parent extends string | undefined,
  Schema extends z.ZodMiniType,
> extends Omit<
  DefinedKind<Id, Parent>,
  'present' | 'variable' | 'document' | 'fields' | 'folder' | 'suffix'
> {
  readonly schema: Schema;
  readonly variable?: string;
  /** Default to the id, and its plural if there may be several. */
  readonly suffix?: string;
  readonly folder?: string;
  readonly present: (resource: Lenient<z.output<Schema>>) => InWords;
  readonly document?: DocumentShape;
}

/** Defines a kind; `present` receives its resource as the contract types it. */
export function defineKind<
  const Id extends string,
  const Parent extends string | undefined,
  Schema extends z.ZodMiniType,
>(definition: KindDefinition<Id, Parent, Schema>): DefinedKind<Id, Parent> {
  const { schema, variable, present, document, ...rest } = definition;
  const suffix = rest.id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return {
    suffix,
    folder: variable ? `${suffix}s` : suffix,
    ...rest,
    variable,
    schema,
    fields: Object.keys((schema as { shape?: object }).shape ?? {}),
    present: (resource) => {
      const words = present(resource as Lenient<z.output<Schema>>);
      const { id } = resource as { readonly id?: ResourceId };
      return toPresentation(words, [t(rest.names.one), id].filter(Boolean).join(' '));
    },
    ...(document ? { document } : {}),
  };
}

/** @param whole nested objects that are sent entirely if one of their fields changes. */
export function patchWith(
  endpoint: Endpoint,
  writable: readonly string[],
  whole: readonly string[] = [],
): Editing {
  return {
    writable,
    ...(endpoint.body ? { schema: endpoint.body } : {}),
    toWrites: ({ changed, after }) => {
      const body = { ...changed };
      for (const name of whole.filter((each) => Object.hasOwn(changed, each))) {
        const value = after[name];
        if (value !== undefined) body[name] = isJsonObject(value) ? omitNulls(value) : value;
      }
      return [{ endpoint, body }];
    },
  };
}

/** Presents a resource in foreign text only; without a name, it is labeled by kind and id. */
function toPresentation(
  { label, description, problem, state, facts, ...rest }: InWords,
  fallback: string,
): Presentation {
  return {
    ...rest,
    label: toShown(label?.trim() ? label : fallback),
    description: shownIfAny(description),
    problem: shownIfAny(problem),
    state: shownIfAny(state),
    facts: facts?.map(([name, value]) => [name, toShown(value ?? '')] as const),
  };
}

/** A text of the service; a command may have a secret in it. */
function toShown(text: string): ForeignText {
  return foreign(redactForms(text));
}

function shownIfAny(text: string | null | undefined): ForeignText | undefined {
  return text === undefined || text === null ? undefined : toShown(text);
}

export function join(texts: readonly (string | null | undefined)[], between = ' · '): string {
  return texts.filter(Boolean).join(between);
}

/** "Yes" or "no", translated; empty if the service didn't return the value. */
export function yesOrNo(value: boolean | null | undefined): string {
  if (typeof value !== 'boolean') return '';
  return value ? t('yes') : t('no');
}

export function onlyItsPassword(): string {
  return t('Read-only: only the password can be changed, with Change Password.');
}

/** Saving with one request for each part that has changed fields, in a fixed order. */
export function saveInParts(
  parts: readonly WrittenPart[],
): Pick<Editing, 'parts' | 'writable' | 'toPath' | 'toWrites'> {
  const fields = parts.flatMap((part) => part.fields);
  return {
    parts,
    writable: fields,
    toPath: ([name = '', ...rest]) => {
      const path = fields.find((field) => toSentName(field) === name)?.split('.') ?? [name];
      return [...path, ...rest];
    },
    toWrites: (change) => parts.flatMap((part) => toWrite(part, change)),
  };
}

function toSentName(field: string): string {
  return field.split('.').at(-1) ?? field;
}

function toWrite({ write, fields, complete, kind }: WrittenPart, change: DocumentChange): Write[] {
  const body: JsonObject = {};
  for (const field of fields) {
    const value = memberAt(change.changed, field.split('.'));
    if (value !== undefined) body[toSentName(field)] = value;
  }
  if (Object.keys(body).length === 0) return [];
  return [
    {
      endpoint: write,
      body: complete?.(body, change) ?? body,
      ...(kind === undefined ? {} : { kind }),
    },
  ];
}
