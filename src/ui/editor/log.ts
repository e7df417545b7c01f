import * as vscode from 'vscode';
import { toPlain } from '../../base/foreignText';

const maxLogLine = 1_000;

export interface Log {
  debug(line: string): void;
  warn(line: string): void;
  error(line: string): void;
  show(): void;
  dispose(): void;
}

/** Opens the log; each entry is a single line, even if it quotes several. */
export function createLog(name: string): Log {
  const channel = vscode.window.createOutputChannel(name, { log: true });
  const toLine = (text: string): string => toPlain(text, maxLogLine);
  return {
    debug: (line) => channel.debug(toLine(line)),
    warn: (line) => channel.warn(toLine(line)),
    error: (line) => channel.error(toLine(line)),
    show: () => channel.show(),
    dispose: () => channel.dispose(),
  };
}
