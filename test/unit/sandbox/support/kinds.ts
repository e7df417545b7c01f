import { newWebApplication } from '../../../support/newWebApplications';

/** Resources that can be created and deleted on one server, all with the same three operations. */
export interface Kind {
  readonly list: string;
  /** The path of the POST that creates one; defaults to the list's path. */
  readonly create?: string;
  /** A body that the service accepts, different for every number. */
  readonly body: (number: number) => object;
}

const server = '/api/v3/servers/1';
const cronFields = { minute: '0', hour: '*/2', dayOfMonth: '*', month: '*', dayOfWeek: '*' };

export const kinds: readonly Kind[] = [
  {
    list: '/api/v2/servers/1/cronjobs',
    body: (n) => ({ label: `Job ${n}`, username: 'shop', command: 'run', ...cronFields }),
  },
  {
    list: `${server}/supervisors`,
    body: (n) => ({
      label: `worker-${n}`,
      username: 'shop',
      numprocs: 1,
      autoStart: true,
      autoRestart: true,
      binary: '/usr/bin/node',
      command: 'worker.js',
    }),
  },
  {
    list: `${server}/security/firewalls`,
    body: (n) => ({ type: 'global', port: 1024 + (n % 60_000), protocol: 'tcp' }),
  },
  {
    list: `${server}/ssh/credentials`,
    body: (n) => ({
      label: `Key ${n}`,
      username: 'shop',
      publicKey: 'ssh-rsa A b',
      temporary: false,
    }),
  },
  { list: `${server}/users`, body: (n) => ({ username: `user${n}` }) },
  { list: `${server}/databases`, body: (n) => ({ name: `database_${n}` }) },
  {
    list: `${server}/webapps`,
    create: `${server}/webapps/custom`,
    body: (n) => ({ ...newWebApplication, name: `site-${n}` }),
  },
  {
    list: `${server}/webapps/101/domains`,
    body: (n) => ({ name: `n${n}.example.com`, www: false }),
  },
];
