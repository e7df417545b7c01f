import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { ensurePackage, type NpmPackage } from '../system/npmPackage';

/** A self-contained Chromium, for machines that have neither a browser nor its system libraries. */
const chromium: NpmPackage = {
  name: '@sparticuz/chromium',
  version: '143.0.4',
  prepare: unpack,
  unused: ['bin'],
};

const unpacked = 'unpacked';

/** The machine's own fonts if it has any; otherwise the one in the package. */
const fontsConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
</fontconfig>
`;

/** How to start a browser. */
export interface BrowserExecutable {
  readonly executablePath: string;
  /** Additional environment variables. */
  readonly env: Readonly<Record<string, string>>;
}

/** Returns a Chromium, downloading it on the first call. Throws if there is none for the platform. */
export async function ensureBundledChromium(): Promise<BrowserExecutable> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      'No browser was found. Install Chrome, Chromium or Edge, or name one in CHROME_PATH, and run the command again.',
    );
  }
  const folder = path.join(await ensurePackage(chromium), unpacked);
  return {
    executablePath: path.join(folder, 'chromium'),
    env: {
      LD_LIBRARY_PATH: path.join(folder, 'al2023/lib'),
      FONTCONFIG_FILE: path.join(folder, 'fonts/fonts.conf'),
    },
  };
}

/** The package unpacks itself to the temporary folder, but its libraries only if it seems to run on Lambda. */
async function unpack(folder: string): Promise<void> {
  const target = path.join(folder, unpacked);
  await mkdir(target);
  const script = `import('@sparticuz/chromium').then((module) => module.default.executablePath())`;
  await promisify(execFile)(process.execPath, ['--eval', script], {
    cwd: folder,
    env: { ...process.env, TMPDIR: target, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
  });
  await writeFile(path.join(target, 'fonts/fonts.conf'), fontsConfiguration);
}
