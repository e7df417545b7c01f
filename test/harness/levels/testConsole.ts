import { Console } from 'node:console';
import { Writable } from 'node:stream';

const mark = '│ ';

/** VS Code prints this for every log file: the host without a desktop has no native modules. */
const nativeModuleMissing = 'Error: Could not locate the bindings file';

/** Marks all that this process prints from now on, so that it can be told from VS Code's own log. */
export function markConsole(): void {
  const original = globalThis.console;
  const lines = new Writable({
    decodeStrings: false,
    write(text: string, _encoding, done) {
      if (!text.startsWith(nativeModuleMissing)) original.log(mark + text.trimEnd());
      done();
    },
  });
  // VS Code guards the methods of the console against assignment: it has to be replaced as a whole.
  globalThis.console = new Console(lines);
}

/** What was printed, where `line` is a marked one of VS Code's log. */
export function unmarked(line: string): string | undefined {
  return line.startsWith(mark) ? line.slice(mark.length) : undefined;
}
