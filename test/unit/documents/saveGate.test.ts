import assert from 'node:assert/strict';
import { SaveGate, type SaveQuestion } from '../../../src/documents/saveGate';

/** The questions asked, to be answered by a test. */
class Person {
  readonly asked: (readonly string[])[] = [];
  #answer: (answer: boolean) => void = () => undefined;

  readonly ask = (keys: readonly string[]): SaveQuestion => {
    this.asked.push(keys);
    const index = this.asked.length - 1;
    return {
      answer: new Promise((resolve) => {
        this.#answer = resolve;
      }),
      show: (all) => {
        this.asked[index] = all;
      },
    };
  };

  answer(answer: boolean): void {
    this.#answer(answer);
  }
}

describe('The save gate', () => {
  let now: number;
  let gate: SaveGate;
  let person: Person;

  beforeEach(() => {
    now = 1_000_000;
    gate = new SaveGate(() => now);
    person = new Person();
  });

  /** A text whose save arrived, and the outcome. */
  const arrive = (key: string): Promise<boolean> => {
    gate.begin(key);
    return gate.allows(key, person.ask);
  };

  it('reports once whether a document was in front when its save was announced', () => {
    gate.announce('a', true);
    gate.announce('b', false);
    assert.deepEqual([gate.begin('a'), gate.begin('b'), gate.begin('c')], [true, false, undefined]);
    assert.equal(gate.begin('a'), undefined);
  });

  it('asks once about all saves announced together, whenever their texts arrive', async () => {
    for (const key of ['a', 'b', 'c']) gate.announce(key, false);
    gate.announce('front', true);
    const first = arrive('b');
    assert.deepEqual(person.asked, [['b', 'a', 'c']]);
    const second = arrive('c');
    person.answer(true);
    assert.deepEqual(await Promise.all([first, second]), [true, true]);
    assert.equal(await arrive('a'), true, 'answered before its text arrived');
    assert.equal(person.asked.length, 1);
  });

  it('adds saves that arrive meanwhile to an open question', async () => {
    gate.announce('a', false);
    const first = arrive('a');
    gate.announce('b', false);
    const third = arrive('c');
    assert.deepEqual(person.asked, [['a', 'b', 'c']]);
    person.answer(false);
    assert.deepEqual(await Promise.all([first, third, arrive('b')]), [false, false, false]);
  });

  it('asks again for the next save', async () => {
    gate.announce('a', false);
    const first = arrive('a');
    person.answer(true);
    await first;
    gate.announce('a', false);
    void arrive('a');
    assert.deepEqual(person.asked, [['a'], ['a']]);
  });

  it('reuses no answer for a save that was announced again, or long ago', async () => {
    for (const key of ['a', 'b', 'c']) gate.announce(key, false);
    const first = arrive('a');
    person.answer(true);
    await first;
    gate.announce('b', false);
    void arrive('b');
    assert.equal(person.asked.length, 2);
    person.answer(false);
    now += 60_000;
    void arrive('c');
    assert.deepEqual(person.asked[1], ['b', 'c']);
  });

  it('ignores saves that were announced long ago and never arrived', () => {
    gate.announce('old', false);
    now += 60_000;
    gate.announce('a', false);
    void arrive('a');
    assert.deepEqual(person.asked, [['a']]);
  });

  it("asks again for a save of the same text that wasn't announced", async () => {
    for (const key of ['a', 'b']) gate.announce(key, false);
    const first = arrive('a');
    person.answer(true);
    await first;
    assert.equal(await arrive('b'), true);
    void arrive('b');
    person.answer(false);
    void arrive('a');
    assert.deepEqual(person.asked, [
      ['a', 'b'],
      ['b', 'a'],
    ]);
  });

  it('waits for a text for half a minute', () => {
    gate.announce('late', false);
    now += 30_000;
    void arrive('a');
    assert.deepEqual(person.asked, [['a', 'late']]);
  });
});
