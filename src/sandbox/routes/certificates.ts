import * as z from 'zod/mini';
import { label } from '../http/input/fields';
import { fakeSecret } from '../seed/secrets';
import { newId, type Store } from '../state/store';
import { dayMs, toTimestamp } from '../state/time';
import type { Certificate } from '../state/webApplication';

/** The request body for a certificate (API §2.7). */
export const certificateDraft = z.object({
  advancedSSL: z.boolean(),
  autoSSL: z.boolean(),
  provider: label,
  enableHttp: z.boolean(),
  enableHsts: z.boolean(),
  authorizationMethod: label,
  environment: label,
});

/** The request body for changing one. */
export const certificateChanges = z.partial(certificateDraft);

function daysAfter(date: Date, days: number): string {
  return toTimestamp(new Date(date.getTime() + days * dayMs));
}

/** A certificate is valid for three months and renewed a month before it expires. */
export function validity(now: Date): Pick<Certificate, 'validUntil' | 'renewalDate'> {
  return { validUntil: daysAfter(now, 90), renewalDate: daysAfter(now, 60) };
}

/** A new certificate for a name; it keeps the id of the one it replaces. */
export function issueCertificate(
  store: Store,
  name: string,
  id: number | undefined,
  given: Omit<z.infer<typeof certificateDraft>, 'advancedSSL' | 'autoSSL'>,
): Certificate {
  const issued = id ?? newId(store.world);
  return {
    id: issued,
    method: given.provider,
    enableHttp: given.enableHttp,
    enableHsts: given.enableHsts,
    authorizationMethod: given.authorizationMethod,
    staging: given.environment === 'staging',
    ...validity(store.now()),
    privateKey: fakeSecret('privatekey', issued),
    certificate: `(the public certificate of ${name})`,
    created_at: toTimestamp(store.now()),
  };
}

/** Changes the given members of a certificate. */
export function changeCertificate(
  certificate: Certificate,
  given: z.infer<typeof certificateChanges>,
): void {
  certificate.method = given.provider ?? certificate.method;
  certificate.enableHttp = given.enableHttp ?? certificate.enableHttp;
  certificate.enableHsts = given.enableHsts ?? certificate.enableHsts;
  certificate.authorizationMethod = given.authorizationMethod ?? certificate.authorizationMethod;
  if (given.environment !== undefined) certificate.staging = given.environment === 'staging';
}
