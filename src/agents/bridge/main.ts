// The program that agents start: it lies in the folder of the server's file.
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Bridge } from './bridge';

const bridge = new Bridge(path.dirname(__filename), (line) => process.stdout.write(`${line}\n`));
const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => void bridge.take(line));
// Without its agent, nothing is left to do.
lines.on('close', () => process.exit());
