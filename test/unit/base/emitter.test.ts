import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Emitter } from '../../../src/base/emitter';

describe('Emitter', () => {
  it('calls listeners in the order in which they subscribed', () => {
    const emitter = new Emitter<number>();
    const calls: string[] = [];
    emitter.event((value) => calls.push(`first ${value}`));
    emitter.event((value) => calls.push(`second ${value}`));
    emitter.fire(1);
    assert.deepEqual(calls, ['first 1', 'second 1']);
  });

  it('calls a listener as often as it subscribed, and never after it is disposed', () => {
    const emitter = new Emitter<number>();
    let calls = 0;
    const listener = (): unknown => (calls += 1);
    const first = emitter.event(listener);
    emitter.event(listener);
    emitter.fire(0);
    first.dispose();
    first.dispose();
    emitter.fire(0);
    assert.equal(calls, 3);
  });

  it('calls the others when a listener unsubscribes while it is called', () => {
    const emitter = new Emitter<void>();
    let calls = 0;
    const first = emitter.event(() => first.dispose());
    emitter.event(() => (calls += 1));
    emitter.fire();
    assert.equal(calls, 1);
  });

  it("calls no listener once it's disposed", () => {
    const emitter = new Emitter<void>();
    emitter.event(() => assert.fail('called'));
    emitter.dispose();
    emitter.fire();
  });

  it("reports a listener's failure to the process, but not to other listeners or the caller", async () => {
    const emitter = new Emitter<void>();
    let calls = 0;
    emitter.event(() => {
      throw new Error('a broken listener');
    });
    emitter.event(() => (calls += 1));
    const others = process.rawListeners('uncaughtException') as NodeJS.UncaughtExceptionListener[];
    process.removeAllListeners('uncaughtException');
    try {
      const uncaught = once(process, 'uncaughtException');
      emitter.fire();
      assert.equal(calls, 1);
      assert.match(String(await uncaught), /a broken listener/);
    } finally {
      for (const listener of others) process.on('uncaughtException', listener);
    }
  });
});
