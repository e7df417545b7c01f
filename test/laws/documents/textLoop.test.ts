import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { changeDeployScript } from '../../../src/api/contract/git';
import type { JsonObject } from '../../../src/base/json';
import { isConflict } from '../../../src/documents/writing/outcome';
import { FakeEditor, type SaveResult } from '../../support/documents/fakeEditor';
import { type Fault, FaultyClient, happeningWith } from '../../support/documents/faultyClient';
import { performStory } from '../../support/oracles/performStory';
import { law } from '../../support/laws/law';
import { createTestService } from '../../unit/sandbox/support/service';

const reference = { account: 'test', kind: 'deployScript', ids: [1, 104] } as const;

/** Texts that the person writes, also with their system's line breaks, and some of equal length. */
const mine = ['mine 1\n', 'mine 2\n', 'mine 1\r\nmine 2\r\n', '', 'mine, longer\nthan before'];
/** Texts that only others write, so that they are never mistaken for the person's. */
const theirs = ['them 1\n', 'them 2\n', 'them, longer\nthan before', 'them'];

/** Another person writes a script, or changes the setting that is sent together with it. */
type Other = { readonly script: number } | 'autoDeploy';

/** What happens during a save. */
interface Happening {
  /** The outcome of each of its requests, in order. */
  readonly faults: readonly Fault[];
  /** What another person does before a read is answered, or after a write. */
  readonly meanwhile: readonly (Other | undefined)[];
}

type Step =
  | { readonly do: 'type'; readonly text: number; readonly isDirtyFirst: boolean }
  | { readonly do: 'other'; readonly other: Other }
  | { readonly do: 'reload' | 'restart' | 'forget' }
  | (Happening & { readonly do: 'save' | 'overwrite' });

const other: fc.Arbitrary<Other> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ script: fc.nat(theirs.length - 1) }) },
  { weight: 1, arbitrary: fc.constant('autoDeploy' as const) },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('type' as const),
      text: fc.nat(mine.length - 1),
      isDirtyFirst: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('other' as const), other }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('reload' as const, 'restart' as const, 'forget' as const),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('save' as const, 'save' as const, 'overwrite' as const),
      ...happeningWith(other),
    }),
  },
);

/** A person editing the script, and another one changing it at the service. */
class Story {
  readonly #client = new FaultyClient(createTestService());
  readonly editor = new FakeEditor(this.#client, reference);
  /** The scripts that the person may replace: started from, seen, or sent by themselves. */
  readonly #known = new Set<unknown>();
  /** The editor's text when it last matched the service: typing it again isn't a change. */
  #start: string | undefined;
  /** A text that arrived although its save failed: others may replace it while the tab is unsaved. */
  #arrived: unknown;
  /** The requests that were answered or lost. */
  writes = 0;

  async begin(): Promise<void> {
    await this.editor.open();
    this.#noteClean();
  }

  async perform(each: Step): Promise<void> {
    switch (each.do) {
      case 'type':
        return this.editor.type(mine[each.text] ?? '', each);
      case 'other':
        return this.#other(each.other);
      case 'reload':
        if (this.editor.mayReload) await this.editor.reload();
        return this.#noteClean();
      case 'restart':
        await this.editor.restart();
        return this.#noteClean();
      case 'forget':
        await this.editor.restart({ isForgotten: true });
        this.#start = undefined;
        this.#arrived = undefined;
        return this.#noteClean();
      case 'save':
        return void (await this.#save(each));
      case 'overwrite':
        return this.#insist(each);
    }
  }

  /** In the end everything can be saved, if necessary after viewing the live text. */
  async end(): Promise<void> {
    const calm = { faults: [], meanwhile: [] };
    for (let left = 3; this.editor.isDirty && left > 0; left -= 1) {
      await this.#insist(calm);
    }
    assert.ok(!this.editor.isDirty, String(this.editor.error));
  }

  /** Saves; after a conflict, saves again, knowing the live text. */
  async #insist(how: Happening): Promise<void> {
    const result = await this.#save(how);
    if (result !== 'conflict' && !isConflict(this.editor.error)) return;
    const { deployScript } = await this.editor.compare();
    this.#known.add(deployScript);
    await this.#save({ ...how, overwrite: true });
  }

  async #save({
    faults,
    meanwhile,
    overwrite = false,
  }: Happening & {
    readonly overwrite?: boolean;
  }): Promise<SaveResult | undefined> {
    const { text, isDirty } = this.editor;
    if (!isDirty) return undefined;
    const violations: unknown[] = [];
    const others = [...meanwhile];
    let last = await this.#live();
    let sent = 0;
    this.#client.faults = [...faults];
    this.#client.meanwhile = async () => {
      const next = others.shift();
      if (next) await this.#other(next);
    };
    this.#client.check = async (_endpoint, body) => {
      sent += 1;
      const live = await this.#live();
      try {
        assert.equal(sent, 1, 'one save sent two requests');
        this.#assertAllowed(body, live, text);
      } catch (error) {
        violations.push(error);
      }
      this.#known.add(body['deployScript']);
    };
    this.#client.done = async (body) => {
      last = await this.#live();
      this.#arrived = body['deployScript'];
    };
    const result = await this.editor.save({ overwrite });
    this.#client.faults = [];
    this.#client.meanwhile = () => Promise.resolve();
    this.writes += sent;
    if (violations.length > 0) throw violations[0];
    assert.equal(this.editor.text, text, 'a save changed the text');
    if (result === 'saved') {
      const seen = sent > 0 ? last : await this.#live();
      const wasLive = sent === 0 && [this.#arrived, this.#start].includes(toSent(text));
      if (!wasLive) assert.equal(seen['deployScript'], toSent(text), 'the tab looks saved');
      this.#noteClean();
    } else {
      assert.ok(this.editor.isDirty, 'the tab of a failed save looks saved');
    }
    if (result === 'conflict' || isConflict(this.editor.error)) await this.#assertConflict(text);
    return result;
  }

  /** A text is sent once, replaces only a text that the person knows, and keeps the live setting. */
  #assertAllowed(body: JsonObject, live: JsonObject, text: string): void {
    const { deployScript: now, autoDeploy } = live;
    assert.equal(body['deployScript'], toSent(text));
    assert.notEqual(now, body['deployScript'], 'the live text was sent again');
    assert.equal(body['autoDeploy'], autoDeploy === true, 'a setting was reverted');
    assert.ok(this.#known.has(now), `would be overwritten unseen: ${JSON.stringify(now)}`);
  }

  async #assertConflict(text: string): Promise<void> {
    const { deployScript } = await this.#live();
    assert.notEqual(deployScript, toSent(text), 'a conflict between equal texts');
  }

  /** Once the editor matches the service, the person only knows the shown text. */
  #noteClean(): void {
    if (this.editor.isDirty) return;
    this.#arrived = undefined;
    this.#start = toSent(this.editor.text);
    this.#known.clear();
    this.#known.add(toSent(this.editor.text));
  }

  async #live(): Promise<JsonObject> {
    const { faults, meanwhile } = this.#client;
    this.#client.faults = [];
    this.#client.meanwhile = () => Promise.resolve();
    const live = await this.#client.readWhole(reference);
    Object.assign(this.#client, { faults, meanwhile });
    return live as JsonObject;
  }

  async #other(what: Other): Promise<void> {
    const { id, autoDeploy, deployScript } = await this.#live();
    const body =
      what === 'autoDeploy'
        ? { autoDeploy: autoDeploy !== true, deployScript: deployScript ?? '' }
        : { autoDeploy: autoDeploy === true, deployScript: theirs[what.script] ?? '' };
    const way = { endpoint: changeDeployScript, path: { gitId: Number(id) } };
    await this.#client.exchange(reference, way, body);
  }
}

/** Scripts are sent with the line breaks of servers. */
function toSent(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

describe('Saving a text', () => {
  const count = { steps: 0, writes: 0 };
  law(
    'loses nothing, reverts nothing unseen and sends nothing twice',
    {
      runs: 75,
      counts: count,
      afterwards: (done) => {
        assert.ok(count.writes > done / 2, 'hardly anything was sent');
      },
    },
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const story = new Story();
      await performStory(story, steps);
      count.steps += steps.length;
      count.writes += story.writes;
    }),
  );
});
