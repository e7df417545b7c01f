import type { Account, Environment } from './account';
import { t } from '../base/l10n';

/** Theme colors that mark the risk; there are always words for it, too. */
export const environmentColors: Readonly<Record<Environment, string>> = {
  production: 'charts.red',
  staging: 'charts.orange',
  development: 'charts.green',
};

export function describeEnvironment(environment: Environment): string {
  const words: Readonly<Record<Environment, string>> = {
    production: t('Production'),
    staging: t('Staging'),
    development: t('Development'),
  };
  return words[environment];
}

export function isProduction({ environment, isSandbox }: Account): boolean {
  return environment === 'production' && !isSandbox;
}
