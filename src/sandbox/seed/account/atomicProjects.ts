import { madeUpHash } from '../../random';
import type { AtomicProjectState, Deployment } from '../../state/account';
import { seedDate } from '../dates';
import { fakeSecret } from '../secrets';

interface ProjectSeed {
  readonly id: number;
  readonly name: string;
  readonly repo: string;
  readonly webApplication: number;
  readonly autoDeploy: boolean;
  /** Status and message, newest first. */
  readonly deployments: readonly (readonly [status: string, message: string])[];
}

const project = ({ id, name, repo, ...seed }: ProjectSeed): AtomicProjectState => {
  const url = `https://git.example.com/${repo}`;
  const deployments = seed.deployments.map(([status, message], place): Deployment => {
    const deploymentId = id * 100 + seed.deployments.length - place;
    const hash = madeUpHash(`seed ${deploymentId}`, 40);
    const startTime = seedDate(280 + id - place, 600);
    return {
      id: deploymentId,
      hash,
      hashShort: hash.slice(0, 7),
      url: `${url}/commit/${hash}`,
      branch: 'main',
      message,
      committer: 'Ada Example',
      releaseName: startTime.replaceAll(/\D/g, ''),
      status,
      startTime,
      endTime: status === 'DEPLOYING' ? null : seedDate(280 + id - place, 602),
    };
  });
  return {
    record: {
      id,
      name,
      active: true,
      provider: 'custom',
      repository: repo,
      branch: 'main',
      autoDeploy: seed.autoDeploy,
      composerInstall: true,
      composerInstallDev: false,
      completedNotification: false,
      failedNotification: true,
      pullKey1: fakeSecret('atomickey1', id),
      pullKey2: fakeSecret('atomickey2', id),
      repositoryData: { url, repo },
    },
    webApplication: seed.webApplication,
    deployments,
    pending: [],
  };
};

/** Projects that were deployed, are being deployed, or were never deployed. */
export const seedAtomicProjects: readonly AtomicProjectState[] = [
  project({
    id: 1,
    name: 'Checkout',
    repo: 'shop/checkout',
    webApplication: 102,
    autoDeploy: true,
    deployments: [
      ['COMPLETED', 'Round prices once'],
      ['FAILED', 'Raise the PHP version'],
      ['COMPLETED', 'Show the delivery date'],
    ],
  }),
  project({
    id: 2,
    name: 'Exports',
    repo: 'batch/exports',
    webApplication: 201,
    autoDeploy: false,
    deployments: [
      ['DEPLOYING', 'Add a column for the branch'],
      ['COMPLETED', 'Write files at once'],
    ],
  }),
  project({
    id: 3,
    name: 'Portfolio',
    repo: 'agency/portfolio',
    webApplication: 304,
    autoDeploy: false,
    deployments: [],
  }),
];
