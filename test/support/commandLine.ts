import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The packed program alone in an empty folder, with an empty home. */
export class CommandLine {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'command-line-'));
  readonly program = path.join(this.folder, 'program', 'cli.js');
  readonly #running = new Set<ChildProcessByStdio<null, Readable, Readable>>();

  constructor() {
    for (const name of ['program', 'home', 'work']) mkdirSync(path.join(this.folder, name));
    copyFileSync('dist/cli.js', this.program);
  }

  at(...names: readonly string[]): string {
    return path.join(this.folder, 'work', ...names);
  }

  edit(file: string, from: string, to: string): void {
    const text = readFileSync(this.at(file), 'utf8');
    if (!text.includes(from)) throw new TypeError(`${file} has no ${from}: ${text}`);
    writeFileSync(this.at(file), text.replace(from, to));
  }

  /** Its environment has nothing but what is given. */
  start(
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
    node: readonly string[] = [],
  ) {
    return this.#spawn(process.execPath, [...node, this.program, ...args], env);
  }

  run(...given: Parameters<CommandLine['start']>): Promise<Ended> {
    return this.start(...given).ended;
  }

  /** Runs a script for the shell to its end. */
  shell(script: string): Promise<Ended> {
    return this.#spawn('bash', ['-c', script], { PATH: process.env['PATH'] }).ended;
  }

  #spawn(command: string, args: readonly string[], env: NodeJS.ProcessEnv) {
    const child = spawn(command, args, {
      cwd: this.at(),
      env: { HOME: path.join(this.folder, 'home'), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#running.add(child);
    const output = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
    const ended = once(child, 'close').then((): Ended => {
      this.#running.delete(child);
      return { code: child.exitCode, ...output };
    });
    return { child, ended };
  }

  remove(): void {
    for (const child of this.#running) child.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }
}
