import type { IntegrationState } from '../../state/account';
import { seedDate } from '../dates';
import { fakeSecret, secretSentinel } from '../secrets';

/** Two integrations whose secrets are truncated in reads, and one whose secret is short anyway. */
export const seedIntegrations: readonly IntegrationState[] = [
  {
    id: 1,
    label: 'Backups in Frankfurt',
    service: 'digitalocean',
    secret: fakeSecret('objectstorage', 1),
    username: 'EXAMPLEACCESSKEY1',
    url: 'https://storage.example.com',
    region: 'fra1',
    created_at: seedDate(70),
  },
  {
    id: 2,
    label: 'DNS of the shop',
    service: 'cloudflare',
    secret: fakeSecret('dnstoken', 2),
    username: 'dns@example.com',
    url: null,
    region: null,
    created_at: seedDate(91),
  },
  {
    id: 3,
    label: 'Off-site copy',
    service: 'sftp',
    secret: `${secretSentinel}3`,
    username: 'copy',
    url: 'sftp://files.example.org:22',
    region: null,
    created_at: seedDate(140),
  },
];
