import path from 'node:path';
import { packExtension, stageExtension } from '../../scripts/package/makePackage';
import { makeTemporaryFolder, type TemporaryFolder } from '../harness/system/temporaryFolder';
import { describePackageIn } from '../support/packageUse';

describe('the package', () => {
  let folder: TemporaryFolder;
  let file: string;

  before(async function () {
    // The packaging tool may have to be downloaded first.
    this.timeout(180_000);
    folder = makeTemporaryFolder('package-oldest');
    file = path.join(folder.path, 'extension.vsix');
    const staged = path.join(folder.path, 'staged');
    await stageExtension(staged);
    await packExtension(staged, file);
  });

  after(() => folder.remove());

  describePackageIn('oldest', () => file);
});
