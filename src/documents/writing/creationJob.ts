import { createdIn } from './lookup/createdIn';
import { describeDuplicates } from './lookup/duplicates';
import { toOutcome } from './outcome';
import type { Job, Plan, Sent } from './performWrite';
import { createReader } from './lookup/reader';
import {
  type CreationFound,
  judgeItems,
  type SentCreation,
  verifyCreation,
} from './lookup/verifyCreation';
import type { Creation } from '../creations/creation';
import type { JsonObject } from '../../base/json';
import type { Path } from '../../base/patch';
import type { Translate } from '../../base/translate';
import type { ResourceId } from '../../resources/kinds/kind';
import { findKind } from '../../resources/kinds/kinds';
import type { CollectionReference, ResourceReference } from '../../resources/reference';

/** What is needed to find a created resource, and to report duplicates. */
interface CreationLookup {
  readonly client: Parameters<typeof createReader>[0];
  readonly store: Parameters<typeof createReader>[1];
  readonly prompts: { warn(text: string): void };
  readonly t: Translate;
}

/** Finds the resource that was created; reports if there is more than one. Never throws. */
export async function findCreated(
  { client, store, prompts, t }: CreationLookup,
  creation: SentCreation,
): Promise<CreationFound> {
  const found = await verifyCreation(createReader(client, store), creation);
  const { kind } = creation.collection;
  const { duplicates } = found;
  if (duplicates) prompts.warn(describeDuplicates(kind, creation.sent, duplicates, t));
  return found;
}

/** Result of a creation. */
export interface Created {
  readonly outcome: 'done' | 'unknown' | 'failed';
  /** The created resource; undefined if it can't be identified. */
  readonly reference?: ResourceReference | undefined;
}

/** What creating a resource requires. */
export interface CreationContext extends CreationLookup {
  /** Whether a write may arrive more than once for reasons outside this extension. */
  readonly mayRepeatWrites: boolean;
}

/** A resource to be created, and where. */
interface NewResource {
  readonly collection: CollectionReference;
  readonly creation: Creation;
  /** What is sent, without secrets. */
  readonly content: JsonObject;
  /** The ids in the collection before; undefined if unknown. */
  readonly before: readonly ResourceId[] | undefined;
}

/** How the caller stores the state of a creation. */
type Keeping = Pick<Job<Created>, 'begin' | 'withdraw' | 'refresh' | 'note'>;

/** Creates a resource from what a person typed. Any answer that means success is accepted. */
export class CreationJob implements Job<Created> {
  readonly target: CollectionReference;
  readonly #context: CreationContext;
  readonly #made: NewResource;
  readonly #keeping: Keeping;
  readonly #body: JsonObject | undefined;

  /**
   * @param body the complete request body; absent if it was sent before and the resource only has
   * to be found.
   */
  constructor(context: CreationContext, made: NewResource, keeping: Keeping, body?: JsonObject) {
    this.target = made.collection;
    this.#context = context;
    this.#made = made;
    this.#keeping = keeping;
    this.#body = body;
  }

  plan(): Promise<Plan | undefined> {
    const { endpoint } = this.#made.creation;
    return Promise.resolve(this.#body && { requests: [{ endpoint, body: this.#body }] });
  }

  async begin(): Promise<void> {
    await this.#keeping.begin?.();
  }

  async withdraw(): Promise<void> {
    await this.#keeping.withdraw?.();
  }

  async look({ answer, error }: Sent): Promise<Created> {
    const isAnswered = error === undefined;
    const isSearched = !isAnswered || this.#context.mayRepeatWrites;
    const found = isSearched ? await findCreated(this.#context, this.#sent) : undefined;
    if (!isAnswered) {
      return { outcome: toOutcome(found?.verdict ?? 'unclear'), reference: found?.reference };
    }
    return { outcome: 'done', reference: await this.#identify(answer) };
  }

  async refresh(found: Created): Promise<void> {
    await this.#keeping.refresh(found);
  }

  async note(found: Created, sent: Sent): Promise<void> {
    await this.#keeping.note(found, sent);
  }

  toPath(field: readonly string[]): Path {
    return field;
  }

  get #sent(): SentCreation {
    const { collection, creation, content, before } = this.#made;
    return { collection, sent: creation.toRead?.(content) ?? content, before };
  }

  /**
   * Some answers only contain a message (API §4 endpoint 17): then it is the newest resource that
   * matches what was sent.
   */
  async #identify(answer: unknown): Promise<ResourceReference | undefined> {
    const { account, kind, parents } = this.target;
    if (!findKind(kind).variable) return { account, kind, ids: parents };
    const created = createdIn(answer)?.['id'] as ResourceId | undefined;
    const id = created ?? (await this.#findId());
    return id === undefined ? undefined : { account, kind, ids: [...parents, id] };
  }

  async #findId(): Promise<ResourceId | undefined> {
    const { client, store } = this.#context;
    try {
      const items = await createReader(client, store).list(this.target);
      return items && judgeItems(findKind(this.target.kind), this.#sent, items).id;
    } catch {
      // It exists, whether or not it can be found now.
      return undefined;
    }
  }
}
