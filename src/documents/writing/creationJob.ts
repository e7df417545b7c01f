import {
  type CreationFound,
  describeDuplicates,
  type SentCreation,
  verifyAccepted,
  verifyCreation,
} from './lookup/verifyCreation';
import { describeKept, type Judged } from './compareSent';
import { toOutcome } from './outcome';
import type { Job, Plan, Sent } from './performWrite';
import { createReader } from './lookup/findLive';
import type { Creation } from '../creations/creation';
import type { JsonObject } from '../../base/json';
import type { Path } from '../../base/patch';
import type { ResourceId } from '../../resources/kinds/kind';
import type { CollectionReference, ResourceReference } from '../../resources/reference';

export interface CreationContext {
  readonly mayRepeatWrites: boolean;
  readonly client: Parameters<typeof createReader>[0];
  readonly store: Parameters<typeof createReader>[1];
  readonly prompts: { warn(text: string): void };
}

/** If its answer was lost; reports if there is more than one. Never throws. */
export async function findCreated(
  context: CreationContext,
  creation: SentCreation,
): Promise<CreationFound> {
  const found = await verifyCreation(createReader(context.client, context.store), creation);
  reportDuplicates(context, creation, found);
  return found;
}

/** Reports duplicates at the service. Never throws. `answer`: undefined if it was lost. */
export async function judgeCreation(
  context: CreationContext,
  creation: SentCreation,
  answer: { readonly value: unknown } | undefined,
): Promise<Created> {
  if (!answer) {
    const { verdict, reference: created } = await findCreated(context, creation);
    return { outcome: toOutcome(verdict, false), created };
  }
  const reader = createReader(context.client, context.store);
  const found = await verifyAccepted(reader, creation, answer.value, context.mayRepeatWrites);
  reportDuplicates(context, creation, found);
  const { reference: created, ...judged } = found;
  return { ...judged, created };
}

function reportDuplicates(
  { prompts }: CreationContext,
  { collection, sent }: SentCreation,
  { duplicates }: Pick<CreationFound, 'duplicates'>,
): void {
  if (duplicates) prompts.warn(describeDuplicates(collection.kind, sent, duplicates));
}

/** Result of a creation; `partly`: the new resource has other values than were sent. */
export interface Created extends Judged {
  readonly created: ResourceReference | undefined;
}

interface NewResource {
  readonly collection: CollectionReference;
  readonly creation: Creation;
  readonly content: JsonObject;
  readonly before: readonly ResourceId[] | undefined;
}

type CreationHooks = Pick<Job<Created>, 'beforeSend' | 'withdraw' | 'refresh' | 'note'>;

export class CreationJob implements Job<Created> {
  readonly target: CollectionReference;
  readonly #context: CreationContext;
  readonly #made: NewResource;
  readonly #hooks: CreationHooks;
  readonly #body: JsonObject | undefined;

  /** @param body the complete one; absent if it was sent before and only has to be found. */
  constructor(
    context: CreationContext,
    made: NewResource,
    hooks: CreationHooks,
    body?: JsonObject,
  ) {
    this.target = made.collection;
    this.#context = context;
    this.#made = made;
    this.#hooks = hooks;
    this.#body = body;
  }

  plan(): Promise<Plan | undefined> {
    const { endpoint } = this.#made.creation;
    return Promise.resolve(this.#body && { requests: [{ endpoint, body: this.#body }] });
  }

  async beforeSend(): Promise<void> {
    await this.#hooks.beforeSend?.();
  }

  async withdraw(): Promise<void> {
    await this.#hooks.withdraw?.();
  }

  verify({ answer, error }: Sent): Promise<Created> {
    return judgeCreation(
      this.#context,
      this.#sent,
      error === undefined ? { value: answer } : undefined,
    );
  }

  async refresh(found: Created): Promise<void> {
    await this.#hooks.refresh(found);
  }

  async note(found: Created, sent: Sent): Promise<void> {
    const { prompts } = this.#context;
    const { kept = [] } = found;
    if (kept.length > 0) prompts.warn(kept.map((each) => describeKept(each)).join(' '));
    await this.#hooks.note(found, sent);
  }

  toPath(field: readonly string[]): Path {
    return field;
  }

  get #sent(): SentCreation {
    const { collection, creation, content, before } = this.#made;
    return { collection, sent: creation.toRead?.(content) ?? content, before };
  }
}
