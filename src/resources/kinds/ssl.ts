import { defineKind } from './kind';
import { applySsl, readSsl, ssl, sslDraft } from '../../api/contract/domainSsl';
import { type JsonObject, pick } from '../../shared/json';

const written = Object.keys(sslDraft.shape);

/** The certificate of a domain (reference §2.7; the read is observed). */
export const sslKind = defineKind({
  id: 'ssl',
  parent: 'domain',
  names: { one: 'SSL', many: 'SSL' },
  folder: 'ssl',
  suffix: 'ssl',
  operations: { read: readSsl, readsWithParent: true },
  icon: 'lock',
  schema: ssl,
  present: (resource, t) => ({
    label: t('SSL'),
    description: resource.validUntil ? t('until {0}', resource.validUntil) : resource.message,
  }),
  document: {
    schema: ssl.omit({ method: true, staging: true }),
    // What is written as `provider` and `environment` is read as `method` and `staging` (observed).
    toContent: ({ method, staging, ...resource }) => {
      const { enableHttp, enableHsts, authorizationMethod, ...rest } = resource as JsonObject;
      return withoutAbsent({
        provider: method as JsonObject[string],
        enableHttp,
        enableHsts,
        authorizationMethod,
        environment: typeof staging === 'boolean' ? (staging ? 'staging' : 'live') : undefined,
        ...rest,
      });
    },
    editing: {
      writable: written,
      schema: sslDraft,
      unread: ['advancedSSL', 'autoSSL'],
      // The settings are applied as a whole, and a read does not tell all of them.
      required: written,
      toWrites: ({ after }) => [{ endpoint: applySsl, body: pick(after, written) }],
    },
  },
});

function withoutAbsent(members: Record<string, JsonObject[string] | undefined>): JsonObject {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}
