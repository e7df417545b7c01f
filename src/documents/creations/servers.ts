import { type Creation, omitMissing } from './creation';
import { oneOf, text } from './fields';
import { createServer, serverDraft } from '../../api/contract/server';
import { isIp } from '../../resources/network/ip';

const { provider, webServerType, installationType, databaseType } = serverDraft.shape;

/** A server (API §2.1, §4 endpoint 2). */
export const serverCreation: Creation = {
  endpoint: createServer,
  fields: (t) => [
    text('name', t('Name of the server'), t, { start: '' }),
    text('ipAddress', t('IP address of the server'), t, {
      start: '',
      placeholder: '203.0.113.10',
      validate: (value) =>
        isIp(value) ? undefined : t('Enter an IPv4 or IPv6 address, such as 203.0.113.10.'),
    }),
    oneOf('provider', t('Provider'), provider, t, { start: 'digitalocean' }),
    oneOf('webServerType', t('Web server'), webServerType, t, { start: 'nginx' }),
    oneOf('installationType', t('Installation'), installationType, t, { start: 'native' }),
    oneOf('databaseType', t('Database'), databaseType, t, { start: 'mariadb' }),
  ],
  // Reads return the web server as `stack` (API §2.1); the address must be a different one.
  fromContent: ({ name, provider: at, stack }) => ({
    ...omitMissing({ name, provider: at, webServerType: stack }),
    ipAddress: '',
  }),
  toRead: ({ webServerType: stack, ...body }) => ({ ...body, ...omitMissing({ stack }) }),
};
