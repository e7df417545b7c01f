import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { parseText, toContent, toText } from '../../../src/documents/content';
import {
  apply,
  diff,
  isEqual,
  memberAt,
  type JsonObject,
  type JsonValue,
} from '../../../src/base/json';
import { isConflict, WriteError } from '../../../src/documents/writing/outcome';
import { findKind } from '../../../src/resources/kinds/kinds';
import type { ResourceReference } from '../../../src/resources/reference';
import { AppClient, type Disturbance, type Taking } from '../../support/documents/appClient';
import { type EditableKind, editableKinds } from '../../support/documents/editableKinds';
import { performStory } from '../../support/oracles/performStory';
import { FakeEditor, type SaveResult } from '../../support/documents/fakeEditor';
import { law } from '../../support/laws/law';
import { createTestService } from '../../unit/sandbox/support/service';

/** A change of one field, as numbers that select a field of any kind. */
interface Edit {
  readonly field: number;
  readonly value: number;
  readonly isBad: boolean;
}

type Step =
  | {
      readonly do: 'type';
      readonly edit: Edit;
      readonly style: 'plain' | 'commented' | 'tight';
      readonly isDirtyFirst: boolean;
    }
  | { readonly do: 'garble' | 'reload' | 'revert' | 'compare' | 'restart' | 'forget' }
  | { readonly do: 'remove'; readonly edit: Edit }
  | { readonly do: 'other'; readonly edit: Edit }
  | {
      readonly do: 'save' | 'overwrite';
      readonly fault?: string | undefined;
      readonly lose?: keyof Pick<Disturbance, 'loseRead' | 'loseWrite'> | undefined;
      readonly loss: 'before' | 'after';
      /** How the service treats values that it claims to have accepted. */
      readonly taking?: Taking | undefined;
      /** What happens during the save. */
      readonly meanwhile?:
        | {
            readonly when: 'onRead' | 'onWrite' | 'afterWrite';
            readonly who: 'me' | 'other';
            readonly edit: Edit;
          }
        | undefined;
    };

const edit = fc.record({
  field: fc.nat(9),
  value: fc.nat(9),
  isBad: fc.boolean().map((is) => is),
});
const goodEdit = edit.map((each) => ({ ...each, isBad: false }));
const mostlyGood = fc.oneof({ weight: 5, arbitrary: goodEdit }, { weight: 1, arbitrary: edit });

const faults = ['500', '404', '401', '403', '422', 'html', 'empty:500'];
const fault = fc
  .tuple(fc.constantFrom(...faults), fc.constantFrom('GET', 'PATCH', 'PUT', 'POST'))
  .map(([what, method]) => `${what}:${method}:count=1`);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('type' as const),
      edit: mostlyGood,
      style: fc.constantFrom('plain', 'plain', 'commented', 'tight'),
      isDirtyFirst: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('other' as const), edit: goodEdit }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), edit: goodEdit }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('save' as const, 'save' as const, 'overwrite' as const),
      fault: fc.option(fault, { nil: undefined, freq: 4 }),
      lose: fc.option(fc.constantFrom('loseRead' as const, 'loseWrite' as const), {
        nil: undefined,
        freq: 5,
      }),
      loss: fc.constantFrom('before' as const, 'after' as const),
      taking: fc.option(fc.constantFrom('never' as const, 'late' as const, 'inPart' as const), {
        nil: undefined,
        freq: 5,
      }),
      meanwhile: fc.option(
        fc.record({
          when: fc.constantFrom('onRead' as const, 'onWrite' as const, 'afterWrite' as const),
          who: fc.constantFrom('me' as const, 'other' as const),
          edit: goodEdit,
        }),
        { nil: undefined, freq: 3 },
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'garble' as const,
        'reload' as const,
        'reload' as const,
        'revert' as const,
        'compare' as const,
        'restart' as const,
        'forget' as const,
      ),
    }),
  },
);

/** One story: a person and another one, an editor between them, and all that can go wrong. */
class Story {
  readonly #kind: EditableKind;
  readonly #reference: ResourceReference;
  readonly #service: ReturnType<typeof createTestService>;
  readonly #client: AppClient;
  readonly editor: FakeEditor;
  /** The starting point of the person's changes: the last live text. */
  #start: JsonObject = {};
  #seen: JsonObject | undefined;
  /** Whether the extension no longer knows the text's starting point. */
  #isLost = false;
  /** The last value that another person gave each field. */
  readonly #theirs = new Map<string, JsonValue | undefined>();
  /** Values of the text that the person saw as live in a comparison. */
  readonly #agreed = new Map<string, JsonValue | undefined>();
  /** Fields in which the person had typed the live value before seeing that it is live. */
  readonly #typedFirst = new Set<string>();
  /** Fields that both people had changed when the person saw the live content. */
  readonly #contested = new Set<string>();
  #sent: { before: JsonObject; after: JsonObject; readonly mine: JsonObject } | undefined;

  /** The live content after a request of the current save. */
  readonly #arrived = new Set<string>();

  constructor(service: ReturnType<typeof createTestService>, kind: EditableKind) {
    this.#service = service;
    this.#kind = kind;
    this.#reference = { account: 'test', kind: kind.kind, ids: kind.ids };
    this.#client = new AppClient(service);
    this.editor = new FakeEditor(this.#client, this.#reference);
  }

  async begin(): Promise<void> {
    await this.editor.open();
    this.#start = parseText(this.editor.text);
  }

  async perform(each: Step): Promise<void> {
    switch (each.do) {
      case 'type':
        return this.#type(each);
      case 'garble':
        return this.editor.type(`${this.editor.text.trimEnd().slice(0, -1)}\n`);
      case 'other':
        return this.#other(each.edit);
      case 'reload':
        if (this.editor.mayReload) await this.#calmly(() => this.editor.reload());
        return this.#noteClean();
      case 'revert': {
        const { isDirty } = this.editor;
        await this.#calmly(() => this.editor.revert());
        const shown = parseText(this.editor.text);
        if (isDirty)
          assert.deepEqual(shown, await this.live(), 'a revert must show the live content');
        return this.#noteClean();
      }
      case 'compare':
        await this.#calmly(async () => {
          this.#noteSeen(await this.editor.compare());
        });
        return undefined;
      case 'restart':
        await this.#calmly(() => this.editor.restart());
        return this.#noteClean();
      case 'forget':
        return this.#forget();
      case 'remove':
        return this.#remove(each.edit);
      case 'save':
      case 'overwrite':
        await this.#save(each);
    }
  }

  /** With a working service and a valid text, everything can be saved in the end. */
  async end(): Promise<void> {
    this.#client.disturbance = {};
    this.#service.faults.clear();
    if (!this.editor.isDirty) return;
    const isInOrder = isValid(this.editor.text);
    if (!isInOrder || this.#isRefused()) return;
    let result: SaveResult = await this.#saveOnce({ do: 'save', loss: 'before' });
    if (result !== 'saved') {
      this.#noteSeen(await this.editor.compare());
      result = await this.#saveOnce({ do: 'overwrite', loss: 'before' });
    }
    assert.equal(result, 'saved', String(this.editor.error));
  }

  /** The live content, bypassing the service's faults. */
  async live(): Promise<JsonObject> {
    const kind = findKind(this.#kind.kind);
    const { disturbance } = this.#client;
    const { list } = this.#service.faults;
    this.#service.faults.clear();
    this.#client.disturbance = {};
    const resource = await this.#client.readWhole(this.#reference);
    this.#client.disturbance = disturbance;
    for (const { spec, remaining } of list) if (remaining !== 0) this.#service.faults.add(spec);
    return toContent(kind, resource);
  }

  async #save(each: Extract<Step, { do: 'save' | 'overwrite' }>): Promise<void> {
    await this.#saveOnce(each);
    this.#client.disturbance = {};
    this.#service.faults.clear();
  }

  async #saveOnce(each: Extract<Step, { do: 'save' | 'overwrite' }>): Promise<SaveResult> {
    const { text, isDirty } = this.editor;
    this.#sent = undefined;
    this.#arrived.clear();
    let isMeanwhile = false;
    const meanwhile = async (when: string): Promise<void> => {
      if (isMeanwhile || each.meanwhile?.when !== when) return;
      isMeanwhile = true;
      await (each.meanwhile.who === 'me'
        ? this.#type({ edit: each.meanwhile.edit, style: 'plain', isDirtyFirst: false })
        : this.#other(each.meanwhile.edit));
    };
    // If thrown during a save, they would count as failures of the service.
    const violations: unknown[] = [];
    const check = (assertion: () => void): void => {
      try {
        assertion();
      } catch (error) {
        violations.push(error);
      }
    };
    this.#client.disturbance = {
      ...(each.lose ? { [each.lose]: each.loss } : {}),
      // Late events must not affect the next save.
      ...(each.taking && !each.fault && !each.lose && !each.meanwhile
        ? { takeWrite: each.taking }
        : {}),
      onRead: () => meanwhile('onRead'),
      onWrite: async () => {
        // No client can notice another person's change between its read and its write.
        if (each.meanwhile?.who === 'me') await meanwhile('onWrite');
        const before = await this.live();
        this.#sent ??= { before, after: before, mine: parseText(text) };
        const { mine } = this.#sent;
        check(() => this.#assertAllowed(mine, before));
      },
      afterWrite: async () => {
        if (this.#sent) {
          const { mine } = this.#sent;
          this.#sent.after = await this.live();
          const left = new Set(diff(this.#sent.after, mine).map(({ path }) => path.join('.')));
          for (const { path } of this.#typed(mine)) {
            if (!left.has(path.join('.'))) this.#arrived.add(path.join('.'));
          }
        }
        check(() => this.#assertNothingElse());
        await meanwhile('afterWrite');
      },
    };
    if (each.fault) this.#service.faults.add(each.fault);
    const result = await this.editor.save({ overwrite: each.do === 'overwrite' });
    if (violations.length > 0) throw violations[0];
    const isLate = each.taking === 'late';
    if (result === 'saved') await this.#assertSaved(text, isLate);
    else await this.#takeInArrived(isLate);
    if (result === 'conflict' || isConflict(this.editor.error)) await this.#assertConflict(text);
    if (result !== 'saved')
      assert.ok(this.editor.isDirty || !isDirty, 'the tab of a failed save looks saved');
    return result;
  }

  /** Values that a failed save reports as arrived have arrived, and are the new starting point. */
  async #takeInArrived(isLate: boolean): Promise<void> {
    const { error } = this.editor;
    if (!(error instanceof WriteError)) return;
    const { after: shown = {} } = this.#sent ?? {};
    // The service may have applied it after it was last seen here.
    const after = isLate ? await this.live() : shown;
    for (const { path, after: sent } of error.arrived) {
      const isThere = this.#arrived.has(path.join('.')) || isEqual(memberAt(after, path), sent);
      assert.ok(isThere, `${path.join('.')} has not arrived`);
    }
    this.#start = apply(this.#start, error.arrived);
    this.#seen &&= apply(this.#seen, error.arrived);
  }

  /** The fields whose values differ from those that the person knows, and missing ones. */
  #typed(mine: JsonObject): { readonly path: readonly string[]; readonly after?: JsonValue }[] {
    const { fields } = this.#kind;
    const known = fields.map(({ path }) => ({ path: path.split('.'), name: path }));
    const chosen = known.flatMap(({ path, name }) => {
      const after = memberAt(mine, path);
      const isSeen = this.#isLost || this.#contested.has(name);
      const start = isSeen ? this.#seen && memberAt(this.#seen, path) : memberAt(this.#start, path);
      const each = { path, ...(after === undefined ? {} : { after }) };
      return (isSeen && !this.#seen) || !isEqual(start, after) ? [each] : [];
    });
    const others = this.#isLost ? [] : diff(this.#start, mine);
    const names = new Set(fields.map(({ path }) => path));
    return [
      ...chosen,
      ...others
        .filter(({ path }) => !names.has(path.join('.')))
        .map(({ path, after }) => ({ path, ...(after === undefined ? {} : { after }) })),
    ];
  }

  #noteSeen(seen: JsonObject): void {
    if (!this.editor.isDirty || !isValid(this.editor.text)) return;
    const seenBefore = this.#seen;
    this.#seen = seen;
    const mine = parseText(this.editor.text);
    const at = (content: JsonObject, path: string): unknown => memberAt(content, path.split('.'));
    // A text that can't be saved is reported with its errors, not as a conflict.
    const isWhole = this.#kind.fields.every(
      ({ path }) => at(mine, path) !== undefined || at(seen, path) === undefined,
    );
    if (!isWhole) return;
    for (const { path } of this.#kind.fields) {
      const [start, my, their] = [this.#start, mine, seen].map((each) =>
        memberAt(each, path.split('.')),
      );
      const isContested = !isEqual(my, their) && !isEqual(start, their) && !isEqual(start, my);
      if (isContested) this.#contested.add(path);
      if (isEqual(my, their)) this.#agreed.set(path, their);
      const wasTaken =
        seenBefore !== undefined &&
        !this.#typedFirst.has(path) &&
        isEqual(memberAt(seenBefore, path.split('.')), my);
      if (this.#isLost || wasTaken || !isEqual(my, their) || isEqual(start, my))
        this.#typedFirst.delete(path);
      else this.#typedFirst.add(path);
    }
  }

  /** The editor ends, and everything known of the text is lost. */
  async #forget(): Promise<void> {
    await this.#calmly(() => this.editor.restart({ isForgotten: true }));
    if (this.editor.isDirty) {
      this.#isLost = true;
      this.#seen = undefined;
      this.#contested.clear();
    }
    this.#noteClean();
  }

  /** Removes a field from the text. */
  async #remove({ field }: Edit): Promise<void> {
    if (!isValid(this.editor.text)) return;
    const { path } = this.#choose({ field, value: 0, isBad: false });
    const gone = { path: path.split('.'), before: undefined, after: undefined };
    await this.editor.type(toText(apply(parseText(this.editor.text), [gone])));
  }

  /** A false conflict never prevents a save. */
  async #assertConflict(text: string): Promise<void> {
    const live = await this.live();
    const mine = parseText(text);
    const isContested = this.#isLost
      ? diff(live, mine).some(({ path }) => !isSetByService(path.join('.')))
      : this.#typed(mine).some(({ path, after }) => {
          const now = memberAt(live, path);
          if (isEqual(now, after)) return false;
          // A conflicting value that was accepted no longer counts as typed.
          return this.#contested.has(path.join('.')) || !isEqual(now, memberAt(this.#start, path));
        });
    assert.ok(isContested, 'a conflict, although the two changed different things');
  }

  /** No request reverts anything that the person hasn't seen. */
  #assertAllowed(mine: JsonObject, before: JsonObject): void {
    for (const { path, after } of this.#typed(mine)) {
      // Values that arrived earlier aren't sent again, and adopted values are never sent.
      if (this.#arrived.has(path.join('.')) || this.#isTakenOver(path, after)) continue;
      const now = memberAt(before, path);
      const start = this.#isLost ? undefined : memberAt(this.#start, path);
      const known = [start, after, this.#seen && memberAt(this.#seen, path)];
      assert.ok(
        known.some((value) => isEqual(now, value)),
        `${path.join('.')} would be overwritten unseen: ${JSON.stringify(now)}`,
      );
    }
  }

  /** Only fields that the person changed have changed. */
  #assertNothingElse(): void {
    if (!this.#sent) return;
    const { before, after, mine } = this.#sent;
    // A value that was equal on both sides when seen and was then retyped is a change, too.
    const sinceSeen = [...this.#agreed].filter(
      ([name, value]) => !isEqual(memberAt(mine, name.split('.')), value),
    );
    const typed = this.#typed(mine).map(({ path }) => path.join('.'));
    const changed = [...typed, ...sinceSeen.map(([name]) => name)];
    for (const { path } of diff(before, after)) {
      const name = path.join('.');
      if (isSetByService(name)) continue;
      assert.ok(changed.includes(name), `${name} was changed, although no one changed it`);
      const [my, their] = [mine, before].map((each) => memberAt(each, path));
      const isUnknown = !isEqual(their, memberAt(this.#start, path));
      const isOthers = isUnknown && isEqual(their, this.#theirs.get(name));
      const isTaken = isOthers && this.#isTakenOver(path, my) && isEqual(memberAt(after, path), my);
      assert.ok(!isTaken, `${name} was overwritten with an adopted value`);
    }
  }

  /** A tab without the unsaved mark only contains live values. */
  async #assertSaved(text: string, isLate: boolean): Promise<void> {
    const mine = parseText(text);
    const live = (isLate ? undefined : this.#sent?.after) ?? (await this.live());
    for (const { path, after } of this.#typed(mine)) {
      const name = path.join('.');
      const now = memberAt(live, path);
      if (isEqual(now, after) || name in (this.#kind.unsaid ?? {})) continue;
      // Adopted values are the others', and values that arrived may have changed again.
      const isOthers = this.#isTakenOver(path, after) || this.#arrived.has(name);
      assert.ok(
        isOthers && isEqual(now, this.#theirs.get(name)),
        `${name} is not live, the tab looks saved`,
      );
    }
    this.#start = mine;
    this.#forgetSeen();
  }

  /** Whether a value is in the text because the person saw it as live. */
  #isTakenOver(path: readonly string[], after: JsonValue | undefined): boolean {
    const isSeen = this.#seen !== undefined && isEqual(memberAt(this.#seen, path), after);
    return isSeen && !this.#typedFirst.has(path.join('.'));
  }

  #isRefused(): boolean {
    const mine = parseText(this.editor.text);
    // Fields that no read returns must be in the text, but a text created from a read lacks them.
    const { unsaid = {} } = this.#kind;
    const mayBeSent = this.#isLost || this.#contested.size > 0;
    if (mayBeSent && Object.keys(unsaid).some((name) => mine[name] === undefined)) return true;
    return this.#kind.fields.some(({ path, bad = [] }) => {
      const value = memberAt(mine, path.split('.'));
      return value === undefined || bad.some((each) => isEqual(value, each));
    });
  }

  async #type({
    edit: each,
    style,
    isDirtyFirst,
  }: Pick<Extract<Step, { do: 'type' }>, 'edit' | 'style' | 'isDirtyFirst'>): Promise<void> {
    if (!isValid(this.editor.text)) return this.editor.type(toText(this.#start));
    const { path, value } = this.#choose(each);
    const unsaid = Object.entries(this.#kind.unsaid ?? {}).map(([name, after]) => ({
      path: [name],
      before: undefined,
      after,
    }));
    const content = apply(parseText(this.editor.text), [
      ...unsaid,
      { path: path.split('.'), before: undefined, after: value },
    ]);
    const texts = {
      plain: toText(content),
      commented: `// mine\n${toText(content)}`,
      tight: JSON.stringify(content),
    };
    return this.editor.type(texts[style], { isDirtyFirst });
  }

  async #other(each: Edit): Promise<void> {
    const { path, value } = this.#choose(each);
    const { editing } = findKind(this.#kind.kind).document ?? {};
    const before = await this.live();
    const nested = { path: path.split('.'), before: undefined, after: value };
    const after = apply({ ...before, ...this.#kind.unsaid }, [nested]);
    const changed = apply({}, [nested]);
    const { list } = this.#service.faults;
    this.#service.faults.clear();
    for (const write of editing?.toWrites({ before, after, changed }) ?? []) {
      await this.#client.exchange(this.#reference, write, write.body);
    }
    for (const { spec } of list) this.#service.faults.add(spec);
    this.#theirs.set(path, memberAt(await this.live(), path.split('.')));
    if (!this.#sent) return;
    // Between two requests of one save, others may have made the remaining change themselves.
    this.#sent.before = await this.live();
    this.#sent.after = this.#sent.before;
  }

  #choose({ field, value, isBad }: Edit): { path: string; value: JsonValue } {
    const { fields } = this.#kind;
    const chosen = fields[field % fields.length];
    assert.ok(chosen);
    const values = (isBad && chosen.bad) || chosen.good;
    return { path: chosen.path, value: values[value % values.length] ?? null };
  }

  #noteClean(): void {
    if (this.editor.isDirty) return;
    this.#start = parseText(this.editor.text);
    this.#forgetSeen();
  }

  #forgetSeen(): void {
    this.#seen = undefined;
    this.#isLost = false;
    this.#contested.clear();
    this.#agreed.clear();
    this.#typedFirst.clear();
  }

  async #calmly(act: () => Promise<void>): Promise<void> {
    this.#client.disturbance = {};
    await act();
  }
}

describe('Saving documents under any sequence of events', () => {
  const count = { steps: 0 };
  law(
    'loses no text, reverts nothing unseen and never marks unsaved text as saved',
    { runs: 100, counts: count },
    fc.asyncProperty(
      fc.constantFrom(...editableKinds),
      fc.array(step, { minLength: 2, maxLength: 14 }),
      async (kind, steps) => {
        const story = new Story(createTestService(), kind);
        await performStory(story, steps);
        count.steps += steps.length;
      },
    ),
  );
});

function isValid(text: string): boolean {
  try {
    parseText(text);
    return true;
  } catch {
    return false;
  }
}

function isSetByService(name: string): boolean {
  return /(^|\.)(updated_at|created_at|validUntil|renewalDate)$/.test(name);
}
