import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Endpoint } from '../../../src/api/contract/endpoint';
import {
  apply,
  diff,
  isEqual,
  memberAt,
  type JsonObject,
  type JsonValue,
} from '../../../src/base/json';
import { parseText, toContent, toText } from '../../../src/documents/content';
import { WriteError } from '../../../src/documents/writing/outcome';
import { findKind, type ResourceKind } from '../../../src/resources/kinds/kinds';
import type { ResourceReference } from '../../../src/resources/reference';
import { FakeEditor } from '../../support/documents/fakeEditor';
import { type Fault, FaultyClient, happeningWith } from '../../support/documents/faultyClient';
import { performStory } from '../../support/oracles/performStory';
import { law } from '../../support/laws/law';
import { createTestService } from '../../unit/sandbox/support/service';

/** A document of several parts. */
interface Subject {
  readonly reference: ResourceReference;
  readonly runs: number;
  /** Fields of all parts, with values that the service accepts. */
  readonly fields: readonly { readonly path: string; readonly values: readonly JsonValue[] }[];
}

const webApplication: Subject = {
  reference: { account: 'test', kind: 'webApplication', ids: [1, 101] },
  runs: 60,
  fields: [
    { path: 'phpVersion', values: ['php81', 'php82', 'php83', 'php84'] },
    { path: 'stackMode', values: ['production', 'development'] },
    { path: 'settings.memoryLimit', values: [64, 128, 256, 512] },
    { path: 'settings.timezone', values: ['UTC', 'Europe/Berlin', 'Asia/Tokyo'] },
    { path: 'settings.processManager', values: ['ondemand', 'dynamic', 'static'] },
    { path: 'settings.processManagerMaxChildren', values: [40, 50, 60] },
    { path: 'wordpress.wpDebug', values: [true, false] },
    { path: 'wordpress.disableWpCron', values: [true, false] },
  ],
};

/** One of its parts is a document of its own as well. */
const server: Subject = {
  reference: { account: 'test', kind: 'server', ids: [1] },
  runs: 100,
  fields: [
    { path: 'name', values: ['one', 'two', 'three'] },
    { path: 'softwareUpdate', values: [true, false] },
    { path: 'provider', values: ['digitalocean', 'linode', 'vultr'] },
    { path: 'ssh.passwordlessLogin', values: [true, false] },
    { path: 'ssh.preventRootLogin', values: [true, false] },
    { path: 'ssh.useDns', values: [true, false] },
  ],
};

interface Edit {
  readonly field: number;
  readonly value: number;
}

type Step =
  | { readonly do: 'type' | 'other'; readonly edit: Edit }
  | { readonly do: 'reload' | 'restart' }
  | {
      readonly do: 'save';
      /** The outcome of each of its requests, in order. */
      readonly faults: readonly Fault[];
      /** What another person does before a read is answered, or after a write. */
      readonly meanwhile: readonly (Edit | undefined)[];
    };

const edit = fc.record({ field: fc.nat(23), value: fc.nat(9) });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('type' as const), edit }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('other' as const), edit }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('reload' as const, 'restart') }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('save' as const),
      ...happeningWith(edit),
    }),
  },
);

/** A person editing the document, and another one changing the resource. */
class Story {
  readonly #client = new FaultyClient(createTestService());
  readonly #subject: Subject;
  readonly #kind: ResourceKind;
  readonly editor: FakeEditor;
  /** The person's unsaved changes, with the values before. */
  readonly #typed = new Map<string, JsonValue>();
  #known: JsonObject = {};
  /** Fields that another person changed after this one's value was live. */
  readonly #overwritten = new Set<string>();

  constructor(subject: Subject) {
    this.#subject = subject;
    this.#kind = findKind(subject.reference.kind);
    this.editor = new FakeEditor(this.#client, subject.reference);
  }

  async begin(): Promise<void> {
    await this.editor.open();
    this.#known = parseText(this.editor.text);
  }

  async perform(each: Step): Promise<void> {
    switch (each.do) {
      case 'type':
        return this.#type(each.edit);
      case 'other':
        return this.#other(each.edit);
      case 'reload':
        if (this.editor.mayReload) await this.editor.reload();
        return this.#noteClean();
      case 'restart':
        await this.editor.restart();
        return this.#noteClean();
      case 'save':
        return this.save(each.faults, each.meanwhile);
    }
  }

  /** @param faults the outcomes of its requests; without any, everything is saved. */
  async save(faults: readonly Fault[], meanwhile: readonly (Edit | undefined)[]): Promise<void> {
    const { text } = this.editor;
    if (!this.editor.isDirty) return;
    const violations: unknown[] = [];
    const sent = new Set<string>();
    const others = [...meanwhile];
    this.#client.faults = [...faults];
    this.#client.meanwhile = async (read) => {
      const next = others.shift();
      if (!next || this.#isTyped(next)) return;
      // No client can notice another change between its read and its write of the same part.
      if (!read || this.#readOf(next) === read) await this.#other(next);
    };
    this.#client.check = async ({ id }, body) => {
      const live = await this.live();
      try {
        assert.ok(!sent.has(id), `${id} was sent twice in one save`);
        this.#assertAllowed(body, live);
      } catch (error) {
        violations.push(error);
      }
      sent.add(id);
    };
    this.#client.done = async (body) => {
      for (const field of Object.keys(body)) this.#overwritten.delete(this.#pathOf(field));
    };
    const result = await this.editor.save();
    this.#calm();
    if (violations.length > 0) throw violations[0];
    assert.equal(this.editor.text, text, 'a save changed the text');
    if (result === 'conflict') {
      await this.#assertConflict();
      await this.#giveUp();
    } else if (result === 'saved') {
      await this.#assertLive([...this.#typed.keys()]);
      this.#typed.clear();
      this.#known = parseText(text);
    } else {
      await this.#takeInFailed();
    }
  }

  async end(): Promise<void> {
    for (let left = 3; this.editor.isDirty && left > 0; left -= 1) {
      await this.save([], []);
    }
    assert.ok(!this.editor.isDirty, String(this.editor.error));
  }

  async live(): Promise<JsonObject> {
    const { faults, meanwhile } = this.#client;
    this.#client.faults = [];
    this.#client.meanwhile = () => Promise.resolve();
    const content = toContent(this.#kind, await this.#client.readWhole(this.#subject.reference));
    Object.assign(this.#client, { faults, meanwhile });
    return content;
  }

  #calm(): void {
    this.#client.faults = [];
    this.#client.meanwhile = () => Promise.resolve();
  }

  /** Only unsaved changes of the person, made to values they know, or live values are sent. */
  #assertAllowed(body: JsonObject, live: JsonObject): void {
    for (const [field, value] of Object.entries(body)) {
      const path = this.#pathOf(field);
      const now = memberAt(live, path.split('.'));
      if (isEqual(now, value)) continue;
      assert.ok(this.#typed.has(path), `${path} was saved before, or never typed`);
      const known = memberAt(this.#known, path.split('.'));
      assert.ok(isEqual(now, known), `${path} would be overwritten unseen`);
    }
  }

  /** Every changed field is either saved, and then live, or still unsaved: never both or neither. */
  async #takeInFailed(): Promise<void> {
    const { error, documents, text } = this.editor;
    assert.ok(this.editor.isDirty, 'the tab of a failed save looks saved');
    const base = documents.baseOf(this.#subject.reference) ?? {};
    const pending = new Set(diff(base, parseText(text)).map(({ path }) => path.join('.')));
    if (error instanceof WriteError) {
      const kept = new Set(error.kept.map(({ path }) => path.join('.')));
      for (const { path } of error.arrived) {
        assert.ok(!kept.has(path.join('.')), `${path.join('.')} arrived and was kept`);
        assert.ok(!pending.has(path.join('.')), `${path.join('.')} arrived and is unsaved`);
      }
    }
    const saved = [...this.#typed.keys()].filter((path) => !pending.has(path));
    for (const path of pending) assert.ok(this.#typed.has(path), `${path} was never typed`);
    await this.#assertLive(saved);
    for (const path of saved) this.#typed.delete(path);
    this.#known = base;
    const isInConflict = /conflict/.test(`${String(error)} ${String((error as Error).cause)}`);
    if (isInConflict) await this.#giveUp();
  }

  async #assertLive(paths: readonly string[]): Promise<void> {
    const live = await this.live();
    for (const path of paths) {
      const now = memberAt(live, path.split('.'));
      const isLive = isEqual(now, this.#typed.get(path));
      assert.ok(isLive || this.#overwritten.has(path), `${path} counts as saved and isn't live`);
    }
  }

  async #assertConflict(): Promise<void> {
    const live = await this.live();
    const isReal = [...this.#typed].some(([path, value]) => {
      const now = memberAt(live, path.split('.'));
      return !isEqual(now, value) && !isEqual(now, memberAt(this.#known, path.split('.')));
    });
    assert.ok(isReal, 'a conflict, although the two changed different things');
  }

  async #giveUp(): Promise<void> {
    await this.editor.revert();
    this.#noteClean();
  }

  #noteClean(): void {
    if (this.editor.isDirty) return;
    this.#typed.clear();
    this.#overwritten.clear();
    this.#known = parseText(this.editor.text);
  }

  async #type({ field, value }: Edit): Promise<void> {
    const { path, values } = this.#choose(field);
    const after = values[value % values.length] ?? null;
    const names = path.split('.');
    const text = parseText(this.editor.text);
    // A part that couldn't be read when the text was shown isn't shown, so it can't be edited.
    if (memberAt(text, names) === undefined || isEqual(memberAt(text, names), after)) return;
    await this.editor.type(toText(apply(text, [{ path: names, before: undefined, after }])));
    if (isEqual(memberAt(this.#known, names), after)) this.#typed.delete(path);
    else this.#typed.set(path, after);
    this.#overwritten.delete(path);
  }

  /**
   * Whether the person typed the same. After a lost answer, no client can distinguish its own request
   * from someone else's that changed one of its fields alike.
   */
  #isTyped({ field, value }: Edit): boolean {
    const { path, values } = this.#choose(field);
    return isEqual(this.#typed.get(path), values[value % values.length] ?? null);
  }

  async #other({ field, value }: Edit): Promise<void> {
    const { path, values } = this.#choose(field);
    const changes = [
      { path: path.split('.'), before: undefined, after: values[value % values.length] ?? null },
    ];
    const before = await this.live();
    const after = apply(before, changes);
    for (const write of this.#kind.document?.editing?.toWrites({
      before,
      after,
      changed: apply({}, changes),
    }) ?? []) {
      await this.#client.exchange(this.#subject.reference, write, write.body);
    }
    this.#overwritten.add(path);
  }

  #choose(field: number): Subject['fields'][number] {
    const { fields } = this.#subject;
    return fields[field % fields.length] ?? assert.fail('There are no fields');
  }

  /** The operation that shows a field. */
  #readOf({ field }: Edit): Endpoint | undefined {
    const [member] = this.#choose(field).path.split('.');
    const { read, parts = [] } = this.#kind.operations;
    return parts.find((part) => part.member === member)?.read ?? read;
  }

  /** The path in the document of a request's field. */
  #pathOf(field: string): string {
    return (this.#kind.document?.editing?.toPath?.([field]) ?? [field]).join('.');
  }
}

for (const subject of [webApplication, server]) {
  describe(`Saving a ${subject.reference.kind} of several parts`, () => {
    const count = { steps: 0 };
    law(
      'loses no text, sends no part twice and knows the state of every field',
      { runs: subject.runs, counts: count },
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
        const story = new Story(subject);
        await performStory(story, steps);
        count.steps += steps.length;
      }),
    );
  });
}
