import type { Hardware, Health, LogEntry, Service } from '../../state/server';
import { seedDate } from '../dates';

const catalogue = {
  nginx: ['nginx', 'NGINX', '1.26.2', '38.4'],
  openlitespeed: ['lsws', 'OpenLiteSpeed', '1.8.1', '61.0'],
  mariadb: ['mariadb', 'MariaDB', '10.11.8', '412.7'],
  mysql: ['mysql', 'MySQL', '8.0.39', '530.2'],
  php82: ['php8.2-fpm', 'PHP 8.2', '8.2.24', '96.3'],
  php83: ['php8.3-fpm', 'PHP 8.3', '8.3.12', '102.9'],
  redis: ['redis-server', 'Redis', '7.0.15', '14.1'],
  memcached: ['memcached', 'Memcached', '1.6.24', '6.2'],
  supervisor: ['supervisord', 'Supervisor', '4.2.5', '22.8'],
} as const;

/** The key of a service in the services object. */
type ServiceKey = keyof typeof catalogue;

/** The services of a server, all running except the stopped ones. */
export function services(
  keys: readonly ServiceKey[],
  stopped: readonly ServiceKey[] = [],
): Record<string, Service> {
  return Object.fromEntries(
    keys.map((key) => {
      const [realName, name, version, memory] = catalogue[key];
      const running = !stopped.includes(key);
      return [
        key,
        {
          realName,
          name,
          memory: running ? `${memory} MB` : '0 MB',
          cpu: running ? '0.4' : '0.0',
          running,
          version,
        },
      ];
    }),
  );
}

interface MachineSeed {
  readonly cores: number;
  readonly memoryGb: number;
  readonly diskGb: number;
  /** The used share, from 0 to 1. */
  readonly diskUsed: number;
  /** The used share, from 0 to 1. */
  readonly memoryUsed: number;
  readonly load: number;
  readonly uptime: string;
  /** When it last reported: a date or a relative text. */
  readonly reported: string;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Hardware and health of a machine. */
export function machine(seed: MachineSeed): { hardware: Hardware; health: Health } {
  const { cores, memoryGb, diskGb, memoryUsed, diskUsed, load, uptime, reported } = seed;
  const [memoryMb, diskMb] = [memoryGb * 1024, diskGb * 1024];
  return {
    hardware: {
      kernelVersion: '6.8.0-45-generic',
      processorName: 'Example vCPU @ 2.6 GHz',
      totalCPUCore: cores,
      totalMemory: memoryGb,
      freeMemory: rounded(memoryGb * (1 - memoryUsed)),
      diskTotal: diskGb,
      diskFree: rounded(diskGb * (1 - diskUsed)),
      loadAvg: load,
      uptime,
    },
    health: {
      totalMemory: memoryMb,
      availableMemory: rounded(memoryMb * (1 - memoryUsed)),
      usedMemory: rounded(memoryMb * memoryUsed),
      totalDiskSpace: diskMb,
      availableDiskSpace: rounded(diskMb * (1 - diskUsed)),
      usedDiskSpace: rounded(diskMb * diskUsed),
      loadAverage: load,
      updated_at: reported,
    },
  };
}

/** A machine that has never reported. */
export const unknownMachine: { hardware: Hardware; health: Health } = {
  hardware: {
    kernelVersion: null,
    processorName: null,
    totalCPUCore: null,
    totalMemory: null,
    freeMemory: null,
    diskTotal: null,
    diskFree: null,
    loadAvg: null,
    uptime: null,
  },
  health: {
    totalMemory: null,
    availableMemory: null,
    usedMemory: null,
    totalDiskSpace: null,
    availableDiskSpace: null,
    usedDiskSpace: null,
    loadAverage: null,
    updated_at: null,
  },
};

/** Log entries, newest first: kind and content. */
export function logEntries(
  serverId: number,
  seeds: readonly (readonly [kind: string, content: string])[],
): LogEntry[] {
  return seeds.map(([kind, content], place) => ({
    kind,
    content,
    created_at: seedDate(300 - place, serverId % 60),
  }));
}
