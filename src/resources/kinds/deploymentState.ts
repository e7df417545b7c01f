import type { InWords } from './kind';
import { t } from '../../base/l10n';

export function toDeploymentState(status: unknown): 'running' | 'done' | 'failed' | 'other' {
  switch (typeof status === 'string' ? status.trim().toUpperCase() : '') {
    case 'DEPLOYING':
      return 'running';
    case 'COMPLETED':
      return 'done';
    case 'FAILED':
      return 'failed';
    default:
      return 'other';
  }
}

const icons = {
  running: { id: 'sync', color: 'charts.blue' },
  done: { id: 'pass', color: 'testing.iconPassed' },
  failed: { id: 'error', color: 'list.errorForeground' },
} as const;

export function presentDeploymentState(
  status: string | null | undefined,
): Pick<InWords, 'icon' | 'state' | 'needsAttention'> {
  if (!status) return {};
  const state = toDeploymentState(status);
  if (state === 'other') return { state: status };
  const words = {
    running: t('deploying'),
    done: t('deployed'),
    failed: t('deployment failed'),
  };
  return {
    state: words[state],
    icon: icons[state],
    ...(state === 'failed' ? { needsAttention: true } : {}),
  };
}
