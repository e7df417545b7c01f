import assert from 'node:assert/strict';
import { MemoryValues } from '../../support/explorerWorld';
import { openDrafts, plainly } from '../../support/documents/openDrafts';
import * as fc from 'fast-check';
import { law } from '../../support/laws/law';
import { ApiError } from '../../../src/api/errors';
import { isObject } from '../../../src/base/json';
import { creations } from '../../../src/documents/creations/creations';
import { DraftError, type Drafts, withTypedSince } from '../../../src/documents/drafts/drafts';
import { StoppedError, WriteError } from '../../../src/documents/writing/outcome';
import type { Resource } from '../../../src/resources/kinds/kind';
import type { CollectionReference } from '../../../src/resources/reference';

/** The outcome of the next request. The window closes during the last two. */
type Fate =
  | 'answered'
  | 'message'
  | 'refused'
  | 'lostBefore'
  | 'lostAfter'
  | 'late'
  | 'crashBefore'
  | 'crashAfter';

type Step =
  | { readonly do: 'type'; readonly name: string; readonly isWhole: boolean }
  | {
      readonly do: 'save';
      readonly fate: Fate;
      readonly isListed: boolean;
      readonly isKnown: boolean;
      readonly wants: boolean;
      readonly repeats: boolean;
      readonly typedMeanwhile: string | undefined;
      readonly isTwice: boolean;
    }
  | { readonly do: 'restart' }
  | { readonly do: 'other'; readonly name: string };

const names = fc.constantFrom('ann', 'bob', 'cleo');
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('type' as const),
      name: names,
      isWhole: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('save' as const),
      fate: fc.constantFrom<Fate>(
        'answered',
        'message',
        'refused',
        'lostBefore',
        'lostAfter',
        'late',
        'crashBefore',
        'crashAfter',
      ),
      isListed: fc.boolean(),
      isKnown: fc.boolean(),
      wants: fc.integer({ min: 0, max: 4 }).map((number) => number > 0),
      repeats: fc.boolean(),
      typedMeanwhile: fc.option(names, { nil: undefined, freq: 3 }),
      isTwice: fc.integer({ min: 0, max: 5 }).map((number) => number === 0),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'restart' as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('other' as const), name: names }) },
);

const users: CollectionReference = { account: 'a', kind: 'databaseUser', parents: [1] };
const operation = { method: 'POST', path: '/' } as const;
const secret = 'never-to-be-stored-7f3';

/** Never resolves: the window is closed. */
const gone = new Promise<never>(() => undefined);

/** A service, a person and the windows in which they edit one draft. */
class Story {
  /** The oracle: what the service created, and whether this draft's request created it. */
  readonly created: { readonly id: number; readonly username: string; readonly isOurs: boolean }[] =
    [];
  /** How often the person was asked about an unknown outcome, and repeated the request. */
  repeated = 0;
  #late: (() => void)[] = [];
  #step: Extract<Step, { do: 'save' }> | undefined;
  #stored = new Map<string, string>();
  #drafts = this.#open();
  #path = '';
  #end: () => void = () => undefined;
  /** The editor's text; the editor itself keeps it across restarts. */
  text = '';

  async begin(): Promise<void> {
    this.#path = await this.#drafts.start(users);
    this.text = this.#drafts.find(this.#path)?.text ?? '';
  }

  async perform(each: Step): Promise<void> {
    for (const apply of this.#late.splice(0)) apply();
    switch (each.do) {
      case 'type':
        this.#type(each.name, each.isWhole);
        break;
      case 'other':
        this.#create(each.name, false);
        break;
      case 'restart':
        this.#restart();
        break;
      case 'save':
        await this.#save(each);
        break;
    }
    this.#checkAlways();
  }

  #type(name: string, isWhole = true): void {
    const text = JSON.stringify({ username: name }, undefined, 2);
    this.text = isWhole ? text : text.slice(0, -1);
  }

  #restart(): void {
    this.#stored = new Map(this.#stored);
    this.#drafts = this.#open();
  }

  async #save(each: Extract<Step, { do: 'save' }>): Promise<void> {
    this.#step = each;
    const before = this.#drafts.find(this.#path);
    const ours = this.#ours;
    const { text } = this;
    const crash = new Promise<'crashed'>((resolve) => {
      this.#end = () => resolve('crashed');
    });
    const saving = this.#drafts.create(this.#path, text, [], plainly);
    if (each.isTwice) await this.#assertUnderWay();
    const result = await Promise.race([saving.catch((error: unknown) => error), crash]);
    this.#step = undefined;
    if (result === 'crashed') return this.#restart();
    const draft = this.#drafts.find(this.#path);
    assert.ok(draft, 'the draft is lost');
    if (typeof result === 'boolean') {
      assert.equal(draft.state?.type, 'done');
      assert.equal(draft.text, text, 'the saved text is lost');
      this.#checkMove(draft.state.sent);
      return;
    }
    // Unsaved text stays in the editor, and the stored text stays unchanged.
    assert.equal(draft.text, before?.text);
    const isFailed = result instanceof WriteError && result.outcome !== 'unknown';
    if (isFailed && each.fate !== 'late') {
      assert.equal(this.#ours, ours, 'the person was told that nothing was created');
    }
    if (result instanceof ApiError || result instanceof StoppedError) {
      assert.equal(this.#ours, ours, 'a refused draft was created');
    }
  }

  /** A second save is rejected while the first is in progress. */
  async #assertUnderWay(): Promise<void> {
    const twice = this.#drafts.create(this.#path, this.text, [], plainly);
    await assert.rejects(
      twice,
      (error) => error instanceof DraftError && error.reason === 'underWay',
    );
  }

  /** Text typed since the draft was sent moves to the new document, or stays in the draft. */
  #checkMove(sent: Parameters<typeof withTypedSince>[1]): void {
    const { databaseUser } = creations;
    assert.ok(databaseUser);
    const document = JSON.stringify({ id: 1, username: sent.content['username'] });
    const moved = withTypedSince(databaseUser, sent, this.text, document);
    const typed = toName(this.text);
    const shown = moved === undefined ? undefined : toName(moved);
    assert.equal(shown, typed, 'text typed meanwhile is lost');
  }

  #checkAlways(): void {
    const stored = JSON.stringify([...this.#stored]);
    assert.ok(!stored.includes(secret), 'a secret was stored');
    assert.ok(this.#ours <= 1 + this.repeated, 'one draft was created twice');
  }

  get #ours(): number {
    return this.created.filter(({ isOurs }) => isOurs).length;
  }

  #create(username: string, isOurs: boolean): number {
    const id = 100 + this.created.length;
    this.created.push({ id, username, isOurs });
    return id;
  }

  async #write(body: unknown): Promise<unknown> {
    assert.ok(isObject(body) && this.#step);
    assert.equal(body['password'], secret);
    const { fate, typedMeanwhile } = this.#step;
    const create = (): number => this.#create(String(body['username']), true);
    if (typedMeanwhile !== undefined) this.#type(typedMeanwhile);
    if (fate === 'crashBefore' || fate === 'crashAfter') {
      if (fate === 'crashAfter') create();
      this.#end();
      return gone;
    }
    if (fate === 'refused') throw new ApiError('invalid', operation, 'no', { status: 422 });
    if (fate === 'late') this.#late.push(create);
    if (fate === 'lostAfter') create();
    if (fate.startsWith('lost') || fate === 'late') {
      throw new ApiError('timeout', operation, 'no answer');
    }
    const id = create();
    return fate === 'message' ? { message: 'Created.' } : { id, username: body['username'] };
  }

  #items(): readonly Resource[] {
    return this.created.map(({ id, username }) => ({ id, username }));
  }

  #open(): Drafts {
    const all = async () => {
      if (this.#step?.isListed === false) throw new ApiError('forbidden', operation, 'no');
      return { items: this.#items(), missing: 0 } as never;
    };
    const listing = () => {
      const items = this.#items();
      const { length: total } = items;
      return this.#step?.isKnown
        ? ({ items, isComplete: true, missing: 0, total } as never)
        : undefined;
    };
    const list = async (): Promise<never> => listing() as never;
    const client = {
      requireWritable: () => Promise.resolve(),
      write: (_target: unknown, { body }: { readonly body?: unknown }) => this.#write(body),
      read: () => Promise.reject(new ApiError('unsupported', operation, 'no')),
    };
    const store = { all, list, peek: listing };
    const drafts = openDrafts(client, store, {
      storage: new MemoryValues(this.#stored),
      mayCreate: async () => this.#step?.wants === true,
      mayRepeat: async () => {
        const isWanted = this.#step?.repeats === true;
        if (isWanted) this.repeated += 1;
        return isWanted;
      },
      secrets: { password: secret },
    });
    drafts.onDidCreate(({ content }) => {
      assert.ok(!JSON.stringify(content).includes(secret), 'a secret is in the history');
    });
    return drafts;
  }
}

/** The user's name in a text; undefined while it isn't JSON. */
function toName(text: string): unknown {
  try {
    const content: unknown = JSON.parse(text);
    return isObject(content) ? content['username'] : undefined;
  } catch {
    return undefined;
  }
}

describe('A draft under any sequence of events', () => {
  const count = { created: 0, repeated: 0 };
  law(
    'is created once unless the person repeats it, loses no text and stores no secrets',
    {
      runs: 300,
      counts: count,
      afterwards: (done) => {
        assert.ok(count.created > done / 4, 'hardly anything was created');
        assert.ok(count.repeated > 0, 'nothing was ever repeated');
      },
    },
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const story = new Story();
      await story.begin();
      for (const each of steps) {
        // One at a time.
        await story.perform(each);
      }
      count.created += story.created.length;
      count.repeated += story.repeated;
    }),
  );
});
