// The program that agents start; it's in the same folder as the servers' files.
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Bridge, ServerFinder } from './bridge';

const finder = new ServerFinder(path.dirname(__filename), process.cwd());
const bridge = new Bridge(finder, (line) => process.stdout.write(`${line}\n`));
const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => void bridge.take(line));
// Without its agent, the bridge has nothing left to do.
lines.on('close', () => process.exit());
process.stdout.on('error', () => process.exit());
