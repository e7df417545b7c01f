import type { KindId } from '../../resources/kinds/kinds';

interface Range {
  readonly minimum: number;
  readonly maximum?: number;
}

const positive: Range = { minimum: 1 };

/**
 * The numbers that make sense in a field, by dotted path. Any other number is marked while it is
 * typed, but can still be saved: the service decides.
 */
export const ranges: Readonly<Partial<Record<KindId, Readonly<Record<string, Range>>>>> = {
  firewallRule: { port: { minimum: 1, maximum: 65_535 } },
  hubCache: { cacheFolderSize: positive, cacheValidMinute: positive },
  webApplication: {
    'settings.memoryLimit': positive,
    'settings.maxInputVars': positive,
    'settings.postMaxSize': positive,
    'settings.uploadMaxFilesize': positive,
    'settings.sessionGcMaxlifetime': positive,
    'settings.processManagerMaxChildren': positive,
  },
  supervisorJob: { numprocs: positive },
  waf: { paranoia: { minimum: 1, maximum: 4 }, anomaly: positive },
};
