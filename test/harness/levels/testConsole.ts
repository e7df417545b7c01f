import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { toPrinted } from './marks';

/** VS Code prints this for every log file, because the host without a desktop has no native modules. */
const nativeModuleMissing = 'Error: Could not locate the bindings file';

/** Marks everything this process prints from now on, to distinguish it from VS Code's own log. */
export function markConsole(): void {
  const original = globalThis.console;
  const lines = new Writable({
    decodeStrings: false,
    write(text: string, _encoding, done) {
      if (!text.startsWith(nativeModuleMissing)) original.log(toPrinted(text.trimEnd()));
      done();
    },
  });
  // VS Code guards the methods of the console against assignment: so it's replaced as a whole.
  globalThis.console = new Console(lines);
}
