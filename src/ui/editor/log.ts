import * as vscode from 'vscode';
import { toPlain } from '../../base/foreignText';

const maxLogLine = 1_000;

export type Log = ReturnType<typeof createLog>;

/** Opens the log; each entry is a single line, even if it quotes several. */
export function createLog(name: string) {
  const channel = vscode.window.createOutputChannel(name, { log: true });
  const toLine = (text: string): string => toPlain(text, maxLogLine);
  return {
    debug: (line: string) => channel.debug(toLine(line)),
    warn: (line: string) => channel.warn(toLine(line)),
    error: (line: string) => channel.error(toLine(line)),
    show: () => channel.show(),
    dispose: () => channel.dispose(),
  };
}
