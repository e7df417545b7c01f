// npm run laws [-- --minutes <number>] [--seed <number>]: tries every law with new random input for that long altogether,
// 30 minutes by default, and prints how much was tried. What fails is added to test/laws/seeds.json, for npm test.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { lawsLevel } from './levels/nodeLevel';
import { minutesVariable, seedVariable } from './levels/randomInput';
import { runLevels } from './levels/runLevels';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, seed: { type: 'string' } },
});
const seed = values.seed ?? String(randomInt(2 ** 31));
if (!(Number(values.minutes) > 0)) throw new Error(`"${values.minutes}" is no number of minutes.`);
console.log(`Random input from seed ${seed}, for ${values.minutes} minutes.`);
process.env[minutesVariable] = values.minutes;
process.env[seedVariable] = seed;
process.exitCode = await runLevels([lawsLevel()], true, () => Promise.resolve());
