import assert from 'node:assert/strict';
import { type SaveAnswer, SaveGate, type SaveQuestion } from '../../../src/documents/saveGate';

/** The questions asked, to be answered by a test. */
class Person {
  readonly asked: (readonly string[])[] = [];
  #answer: (answer: SaveAnswer) => void = () => undefined;

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

  answer(answer: SaveAnswer): void {
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
    gate.startSave(key, 'text');
    return gate.allows(key, person.ask);
  };

  describe('of a save that the person means', () => {
    /** What VS Code does around a save of a text: whether the person means it once it arrives. */
    const save = (key: string, text: string): boolean => {
      gate.announce(key, text);
      return gate.startSave(key, text);
    };

    it('means that document until it is saved', async () => {
      await gate.mean('a', async () => {
        assert.deepEqual([save('a', 'text'), save('b', 'text')], [true, false]);
        gate.settle('a');
      });
      assert.equal(save('a', 'text'), false);
    });

    it('means nothing later if nothing was saved', async () => {
      await gate.mean('a', async () => undefined);
      assert.equal(save('a', 'text'), false);
    });

    it('means the same text after a failure, such as by overwriting or trying again', async () => {
      await gate.mean('a', async () => {
        // A conflict is found before the text arrives.
        gate.announce('a', 'text');
      });
      assert.equal(save('a', 'text'), true);
      assert.equal(save('a', 'text'), true, 'failed again');
      gate.settle('a');
      assert.equal(save('a', 'text'), false);
    });

    it('means no text that was typed after a failure, until the person saves again', async () => {
      await gate.mean('a', async () => void save('a', 'text'));
      assert.equal(save('a', 'text, and half a w'), false);
      await gate.mean('a', async () => assert.equal(save('a', 'text, and more'), true));
    });

    it('means what the person typed next to the live text to resolve a conflict', async () => {
      await gate.mean('a', async () => gate.announce('a', 'text'));
      gate.announce('a', 'resolved', true);
      assert.equal(gate.startSave('a', 'resolved'), true);
    });

    it("doesn't mean other texts because of a conflict that the person looks at", () => {
      gate.announce('a', 'text', true);
      assert.equal(gate.startSave('a', 'text'), false);
    });

    it('means the second of two saves in a row, too', async () => {
      let end: () => void = () => undefined;
      const first = gate.mean('a', () => new Promise<void>((resolve) => (end = resolve)));
      assert.equal(save('a', 'one'), true);
      const second = gate.mean('a', async () => {
        gate.settle('a');
        assert.equal(save('a', 'two'), true);
        gate.settle('a');
      });
      end();
      await Promise.all([first, second]);
      assert.equal(save('a', 'two'), false);
    });

    it("doesn't mean a text that another extension writes meanwhile", async () => {
      await gate.mean('a', async () => {
        gate.announce('a', 'text');
        assert.equal(gate.startSave('a', 'written by another', 'text'), false);
        assert.equal(gate.startSave('a', 'formatted text', 'formatted text'), true);
      });
    });

    it("isn't in the question about others", async () => {
      await gate.mean('a', async () => {
        gate.announce('a', 'text');
        gate.announce('b', 'text');
        void arrive('b');
        assert.deepEqual(person.asked, [['b']]);
      });
    });
  });

  it('asks no more in this window if the person says so', async () => {
    const first = arrive('a');
    person.answer('always');
    assert.equal(await first, true);
    assert.equal(await arrive('b'), true);
    assert.deepEqual(person.asked, [['a']]);
  });

  it('asks once about all saves announced together, whenever their texts arrive', async () => {
    for (const key of ['a', 'b', 'c']) gate.announce(key, 'text');
    const first = arrive('b');
    assert.deepEqual(person.asked, [['b', 'a', 'c']]);
    const second = arrive('c');
    person.answer('save');
    assert.deepEqual(await Promise.all([first, second]), [true, true]);
    assert.equal(await arrive('a'), true, 'answered before its text arrived');
    assert.equal(person.asked.length, 1);
  });

  it('adds saves that arrive meanwhile to an open question', async () => {
    gate.announce('a', 'text');
    const first = arrive('a');
    gate.announce('b', 'text');
    const third = arrive('c');
    assert.deepEqual(person.asked, [['a', 'b', 'c']]);
    person.answer('leave');
    assert.deepEqual(await Promise.all([first, third, arrive('b')]), [false, false, false]);
  });

  it('asks again for the next save', async () => {
    gate.announce('a', 'text');
    const first = arrive('a');
    person.answer('save');
    await first;
    gate.announce('a', 'text');
    void arrive('a');
    assert.deepEqual(person.asked, [['a'], ['a']]);
  });

  it('reuses no answer for a save that was announced again, or long ago', async () => {
    for (const key of ['a', 'b', 'c']) gate.announce(key, 'text');
    const first = arrive('a');
    person.answer('save');
    await first;
    gate.announce('b', 'text');
    void arrive('b');
    assert.equal(person.asked.length, 2);
    person.answer('leave');
    now += 60_000;
    void arrive('c');
    assert.deepEqual(person.asked[1], ['b', 'c']);
  });

  it('ignores saves that were announced long ago and never arrived', () => {
    gate.announce('old', 'text');
    now += 60_000;
    gate.announce('a', 'text');
    void arrive('a');
    assert.deepEqual(person.asked, [['a']]);
  });

  it("asks again for a save of the same text that wasn't announced", async () => {
    for (const key of ['a', 'b']) gate.announce(key, 'text');
    const first = arrive('a');
    person.answer('save');
    await first;
    assert.equal(await arrive('b'), true);
    void arrive('b');
    person.answer('leave');
    void arrive('a');
    assert.deepEqual(person.asked, [
      ['a', 'b'],
      ['b', 'a'],
    ]);
  });

  it('waits for a text for half a minute', () => {
    gate.announce('late', 'text');
    now += 30_000;
    void arrive('a');
    assert.deepEqual(person.asked, [['a', 'late']]);
  });
});
