import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { openGuard } from '../../support/openGuard';
import { withoutPauses } from '../../support/withoutPauses';
import { law } from '../../support/laws/law';
import { MemoryValues } from '../../support/explorerWorld';
import { ApiError } from '../../../src/api/errors';
import type { JsonObject, JsonValue } from '../../../src/base/json';
import { Documents } from '../../../src/documents/documents';
import { documentStates } from '../../../src/documents/openDocument';
import { KeptValues } from '../../../src/resources/storage/stored';
import { keptChanges } from '../../../src/panels/page/messages';
import { toWafContent } from '../../../src/panels/models/waf';
import type { PanelContent } from '../../../src/panels/panelKind';
import { saveChanges } from '../../../src/panels/saveChanges';
import { withChanges } from '../../../src/panels/withChanges';
import type { ResourceReference } from '../../../src/resources/reference';
import type { PanelValue } from '../../../src/pages/model';
import { UnsavedChanges } from '../../../src/pages/unsavedChanges';

const reference: ResourceReference = { account: 'test', kind: 'waf', ids: [1, 101] };
const operation = { method: 'PATCH', path: '/waf' } as const;

/** The fields of the panel and their possible values. */
const fields: Readonly<Record<string, readonly PanelValue[]>> = {
  isEnabled: [true, false],
  paranoia: [1, 2, 3, 4],
  anomaly: [3, 5, 7],
  'rulesExclusion/drupal': [true, false],
  'rulesExclusion/magento': [true, false],
};
const ids = Object.keys(fields);
type Values = Map<string, PanelValue>;

const edit = fc.record({ id: fc.constantFrom(...ids), choice: fc.nat(11) });
const modes = ['resource', 'empty', 'lostBefore', 'lostAfter', 'ignored', 'refused'] as const;
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('change' as const), edit }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('other' as const), edit }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('save' as const),
      mode: fc.oneof(fc.constant('resource' as const), fc.constantFrom(...modes)),
      /** What another person writes once the save has read. */
      meanwhile: fc.option(edit, { nil: undefined, freq: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('refresh' as const, 'reload' as const) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

function toValue({ id, choice }: { readonly id: string; readonly choice: number }): PanelValue {
  const values = fields[id] ?? [];
  return values[choice % values.length] ?? null;
}

/** A service with one object and scripted answers. */
class PlainService {
  readonly live: Values = new Map(ids.map((id) => [id, fields[id]?.[0] ?? null]));
  mode: (typeof modes)[number] = 'resource';
  afterRead: () => void = () => undefined;

  get resource(): JsonObject {
    const exclusions = ids
      .filter((id) => id.includes('/'))
      .map((id) => [id.slice(15), id] as const);
    return {
      id: 7,
      ...Object.fromEntries([...this.live].filter(([id]) => !id.includes('/'))),
      rulesExclusion: Object.fromEntries(
        exclusions.map(([name, id]) => [name, this.live.get(id) ?? null]),
      ),
      rulesOrdering: [],
      created_at: '2026-01-01 00:00:00',
      updated_at: '2026-01-01 00:00:00',
    };
  }

  readonly client = {
    requireWritable: () => Promise.resolve(),
    readWhole: async () => {
      const { resource } = this;
      this.afterRead();
      this.afterRead = () => undefined;
      return resource;
    },
    write: async (_: unknown, { body }: { readonly body?: unknown }): Promise<unknown> => {
      const { mode } = this;
      if (mode === 'refused') throw new ApiError('server', operation, 'no', { status: 500 });
      if (mode === 'lostBefore') throw new ApiError('network', operation, 'lost');
      if (mode !== 'ignored') this.#take(body as object);
      if (mode === 'lostAfter') throw new ApiError('network', operation, 'lost');
      return mode === 'resource' ? this.resource : {};
    },
  };

  #take(body: object): void {
    for (const [name, value] of Object.entries(body) as [string, JsonValue][]) {
      if (name !== 'rulesExclusion') this.live.set(name, value as PanelValue);
      // What is sent replaces a member as a whole.
      else
        for (const id of ids.filter((each) => each.startsWith(`${name}/`))) {
          this.live.set(id, ((value as JsonObject)[id.slice(15)] ?? null) as PanelValue);
        }
    }
  }
}

/** A page, the panel behind it, and what a person remembers of it. */
class Story {
  readonly #service = new PlainService();
  readonly #kept = new KeptValues(new MemoryValues(), keptChanges);
  readonly #documents = new Documents({
    client: this.#service.client,
    clock: withoutPauses,
    guard: openGuard,
    states: new KeptValues(new MemoryValues(), documentStates),
    findOpen: () => undefined,
  });
  #pending = new UnsavedChanges([]);
  /** The values that the panel draws without the changes. */
  #content: PanelContent = toWafContent(this.#service.resource);
  /** The oracle: the values that the person wants, and the live values that they saw next to them. */
  readonly #wanted: Values = new Map();
  readonly #seen: Values = new Map();

  async perform(each: Step): Promise<void> {
    switch (each.do) {
      case 'change': {
        const { id } = each.edit;
        const shown = valuesOf(this.#content).get(id) ?? null;
        const to = toValue(each.edit);
        this.#pending.set(id, shown, to);
        this.#seen.set(id, shown);
        if (to === shown) this.#wanted.delete(id);
        else this.#wanted.set(id, to);
        return this.#kept.set('waf', this.#pending.all);
      }
      case 'other':
        return void this.#service.live.set(each.edit.id, toValue(each.edit));
      case 'refresh':
        return this.#draw();
      case 'reload':
        this.#pending = new UnsavedChanges(this.#kept.get('waf') ?? []);
        return this.#draw();
      case 'save':
        return this.#save(each);
    }
  }

  /** The page shows the values that the person wants, and next to them those that were read. */
  check(): void {
    const expected = new Map([...valuesOf(this.#content), ...this.#wanted]);
    assert.deepEqual(valuesOf(withChanges(this.#content, this.#pending.all)), expected);
    assert.deepEqual(new Set(this.#pending.all.map(({ id }) => id)), new Set(this.#wanted.keys()));
  }

  async #save({ mode, meanwhile }: Extract<Step, { readonly do: 'save' }>): Promise<void> {
    const changes = this.#pending.send();
    if (changes.length === 0) return;
    const { live } = this.#service;
    const before = new Map(live);
    this.#service.mode = mode;
    // No client can see changes between its read and its write; here, those affect other fields.
    if (meanwhile && !this.#wanted.has(meanwhile.id) && !meanwhile.id.includes('/')) {
      this.#service.afterRead = () => {
        live.set(meanwhile.id, toValue(meanwhile));
        before.set(meanwhile.id, toValue(meanwhile));
      };
    }
    const { saved, refusal, resource } = await saveChanges(
      {
        documents: this.#documents,
        describeError: String,
      },
      reference,
      changes,
    );
    this.#service.afterRead = () => undefined;
    const contested = [...this.#wanted].filter(
      ([id, to]) => before.get(id) !== this.#seen.get(id) && before.get(id) !== to,
    );
    const arrives = contested.length === 0 && ['resource', 'empty', 'lostAfter'].includes(mode);
    const expected = arrives ? new Map([...before, ...this.#wanted]) : before;
    assert.deepEqual(live, expected, "the service's values");
    for (const { id, to } of saved) assert.equal(live.get(id), to, `${id} is reported as saved`);
    const isDone = [...this.#wanted].every(([id, to]) => live.get(id) === to);
    assert.equal(refusal === undefined, isDone, `${mode}: ${refusal?.text}`);
    if (isDone) assert.equal(saved.length, this.#wanted.size);
    if (contested.length > 0) {
      assert.deepEqual(
        new Map(refusal?.fields.map(({ id, now }) => [id, now])),
        new Map(contested.map(([id]) => [id, before.get(id)])),
      );
    }
    await this.#hear(saved, refusal?.fields ?? [], refusal !== undefined);
    if (resource && !meanwhile) assert.deepEqual(valuesOf(toWafContent(resource)), live);
    await this.#draw();
  }

  /** The page's reaction to a message. */
  async #hear(
    saved: Awaited<ReturnType<typeof saveChanges>>['saved'],
    told: readonly { readonly id: string; readonly now?: PanelValue }[],
    isRefused: boolean,
  ): Promise<void> {
    if (!isRefused || saved.length > 0) {
      this.#pending.saved(saved);
      for (const { id } of saved) this.#wanted.delete(id);
    }
    if (isRefused) this.#pending.refused();
    for (const { id, now } of told) {
      if (now === undefined) continue;
      this.#pending.startFrom(id, now);
      if (this.#wanted.has(id)) this.#seen.set(id, now);
    }
    await this.#kept.set('waf', this.#pending.all);
  }

  async #draw(): Promise<void> {
    this.#content = toWafContent(this.#service.resource);
  }
}

/** The values of a panel's fields, by id. */
function valuesOf({ sections }: PanelContent): Values {
  const values = sections
    .flatMap(({ items }) => items)
    .flatMap((item) => ('value' in item && 'id' in item ? [[item.id, item.value] as const] : []))
    .filter(([id]) => ids.includes(id));
  return new Map(ids.map((id) => [id, values.find(([each]) => each === id)?.[1] as PanelValue]));
}

describe('A panel under any sequence of changes, saves and losses', () => {
  const count = { steps: 0 };
  law(
    'saves the values that the person wants, replaces nothing unseen, and shows the outcome',
    { runs: 1_000, counts: count },
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const story = new Story();
      for (const each of steps) {
        await story.perform(each);
        story.check();
        count.steps += 1;
      }
    }),
  );
});
