import type { CronJob, SupervisorState } from '../../state/contents';
import { seedDate } from '../dates';
import { childId } from '../ids';

/** Label, user, command, the five fields, and whether it's enabled. */
export type CronJobSeed = readonly [
  label: string,
  username: string,
  command: string,
  time: string,
  enabled?: 0 | 1,
];

/** The cron jobs of a server. */
export function cronJobs(serverId: number, seeds: readonly CronJobSeed[]): CronJob[] {
  return seeds.map(([label, username, command, time, enabled = 1], place) => ({
    id: childId(serverId, place),
    label,
    username,
    command,
    time,
    enabled,
    created_at: seedDate(60 + serverId + place),
  }));
}

/** An observed state of a supervised process. */
type ProcessStatus = 'RUNNING' | 'FATAL' | 'BACKOFF';

interface SupervisorSeed {
  readonly label: string;
  readonly username: string;
  readonly command: string;
  readonly numprocs?: number;
  readonly autoStart?: boolean;
  readonly autoRestart?: boolean;
  readonly directory?: string;
  readonly status?: ProcessStatus;
}

/** The processes of a supervisor job, all in the same state. */
export function supervisorProcesses(
  jobId: number,
  label: string,
  numprocs: number,
  status: ProcessStatus,
  uptime: string,
): SupervisorState['processes'] {
  const running = status === 'RUNNING';
  return Array.from({ length: numprocs }, (_, index) => ({
    process: `${label}_${String(index).padStart(2, '0')}`,
    status,
    pid: running ? 1000 + (jobId % 10_000) * 3 + index : null,
    uptime: running ? uptime : null,
  }));
}

/** The supervisor jobs of a server. */
export function supervisorJobs(
  serverId: number,
  seeds: readonly SupervisorSeed[],
): SupervisorState[] {
  return seeds.map((seed, place) => {
    const id = childId(serverId, place);
    const { label, username, command, numprocs = 1, status = 'RUNNING' } = seed;
    return {
      record: {
        id,
        label,
        username,
        numprocs,
        autoStart: seed.autoStart ?? true,
        autoRestart: seed.autoRestart ?? true,
        command,
        directory: seed.directory ?? `/home/${username}`,
        created_at: seedDate(80 + serverId + place),
      },
      processes: supervisorProcesses(id, label, numprocs, status, `${3 + place} days, 4:12:09`),
    };
  });
}
