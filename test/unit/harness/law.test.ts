import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { randomSeed } from '../../harness/levels/randomInput';
import type { FailingInput } from '../../support/laws/seeds';
import { tryLaw } from '../../support/laws/law';

const wrong = fc.property(fc.array(fc.nat(100)), (numbers) => {
  assert.ok(!numbers.some((number) => number > 42), `larger: ${numbers.join()}`);
});

async function attempt(options: { kept?: FailingInput[]; seed?: number; runs?: number }) {
  const failed: FailingInput[] = [];
  const { kept = [], seed = 1, runs = 1_000 } = options;
  const message = await tryLaw(wrong, {
    kept,
    seed,
    batch: 100,
    runs,
    isTimeUp: () => false,
    failed: (input) => failed.push(input),
  }).then(
    () => undefined,
    (error: unknown) => String(error),
  );
  return { failed, message };
}

describe('A law', () => {
  it('reports the simplest failing input, and tries it first from then on', async () => {
    const { failed, message = '' } = await attempt({});
    assert.match(message, /larger: 43$/m);
    assert.equal(failed.length, 1);
    // Without new input, only what was kept can fail.
    const again = await attempt({ kept: failed, runs: 0 });
    assert.match(again.message ?? '', /larger: 43$/m);
    assert.deepEqual(again.failed, [], 'it is kept already');
  });

  it('has other input with another seed, and the same with the same', async () => {
    const inputs = async (seed: number): Promise<string> => {
      const seen: number[] = [];
      const note = fc.property(fc.nat(), (number) => void seen.push(number));
      const parts = { kept: [], batch: 100, isTimeUp: () => false, failed: () => undefined };
      assert.equal(await tryLaw(note, { ...parts, seed, runs: 250 }), 250);
      assert.equal(seen.length, 250);
      assert.ok(new Set(seen).size > 150, 'the batches have the same input');
      return seen.join();
    };
    assert.equal(await inputs(7), await inputs(7));
    assert.notEqual(await inputs(7), await inputs(8));
  });

  it('ends between two batches when its time is up', async () => {
    let tried = 0;
    const done = await tryLaw(
      fc.property(fc.nat(), () => void (tried += 1)),
      {
        kept: [],
        seed: 1,
        batch: 100,
        runs: 1_000,
        isTimeUp: () => tried >= 150,
        failed: () => undefined,
      },
    );
    assert.deepEqual([done, tried], [200, 200]);
  });

  it('has a seed that other random tests share', () => {
    assert.equal(fc.readConfigureGlobal().seed, randomSeed());
  });
});
