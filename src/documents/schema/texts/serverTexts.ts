import { common, type KindTexts } from './fieldTexts';

const { created, ownId } = common;
const user = 'System user that runs it.';

/** Fields of servers and the kinds below them. */
export const serverTexts: KindTexts = {
  server: {
    source: 'documented',
    fields: {
      id: ownId,
      name: 'Name of the server.',
      provider: 'Hosting provider, such as digitalocean.',
      stack: 'Web server, set as `webServerType` on creation.',
      ipAddress: 'IP address of the server.',
      country_iso_code: 'Country code (two letters).',
      os: 'Operating system.',
      osVersion: 'Operating system version.',
      connected: "Connected: the service's agent on the server has answered.",
      online: 'Online.',
      agentVersion: "Version of the service's agent on the server.",
      phpCLIVersion: 'PHP version on the command line.',
      softwareUpdate: 'Update software automatically.',
      securityUpdate: 'Install security updates automatically.',
      tags: 'Tags.',
      ssh: 'SSH settings.',
      transferStatus: 'Transfer to another account in progress.',
      created_at: created,
      webServerType: 'Web server to install, such as nginx.',
      installationType: 'Installation type: native or in containers.',
      databaseType: 'Database to install, such as mariadb.',
    },
  },
  supervisorJob: {
    source: 'documented',
    fields: {
      id: ownId,
      label: 'Name of the job.',
      username: user,
      numprocs: 'Number of processes running at the same time.',
      autoStart: 'Start automatically with the server.',
      autoRestart: 'Restart automatically when it exits.',
      binary: 'Executable; empty if the command includes it. Reads return it as part of `command`.',
      command: 'Command line. Reads put the executable in front.',
      directory: 'Working directory.',
      created_at: created,
    },
  },
  cronJob: {
    source: 'documented',
    fields: {
      id: ownId,
      label: 'Name of the job.',
      username: user,
      command: 'Command line.',
      minute:
        'Minute, 0–59. `*` means every minute, `*/5` every 5 minutes, `1,15` two minutes, `1-5` a range.',
      hour: 'Hour, 0–23. `*` means every hour, `*/6` every 6 hours.',
      dayOfMonth:
        'Day of the month, 1–31. If the day of the week is restricted, too, the job runs when either matches.',
      month: 'Month, 1–12 or jan–dec.',
      dayOfWeek: 'Day of the week, 0–7 (0 and 7 are Sunday) or sun–sat.',
      enabled:
        '1 if enabled, 0 if disabled. Change it with the command "Enable Cron Job" or "Disable Cron Job".',
      created_at: created,
    },
  },
  firewallRule: {
    source: 'documented',
    fields: {
      id: ownId,
      type: '`rich` rules have an address and an action; `global` rules open a port to everyone.',
      port: 'A port from 1 to 65535, or a range such as "8000-8999".',
      protocol: 'tcp or udp.',
      ipAddress: 'IP address or CIDR range the rule applies to.',
      firewallAction: 'Accept or reject.',
      created_at: created,
    },
  },
  sshSettings: {
    source: 'documented',
    fields: {
      passwordlessLogin: 'Allow login with SSH keys only. Add a key first.',
      preventRootLogin: 'Prevent login as root. Add another privileged user first.',
      useDns: 'Look up client host names (DNS). Logins may take longer.',
    },
  },
  sshKey: {
    source: 'observed',
    fields: {
      id: ownId,
      label: 'Name of the key.',
      user: 'System user this key logs in as.',
      username: 'System user this key logs in as.',
      publicKey: 'Public key, such as "ssh-ed25519 AAAA…".',
      temporary: 'Temporary: removed automatically later.',
      created_at: created,
    },
  },
  systemUser: {
    source: 'documented',
    fields: {
      id: ownId,
      username: 'Name: lowercase letters, digits, - and _.',
      deploymentKey: 'Public key for access to repositories.',
      deleteable: 'True if it can be deleted.',
      created_at: created,
    },
  },
  database: {
    source: 'observed',
    fields: {
      id: ownId,
      name: 'Name.',
      collation: 'Collation, such as utf8mb4_general_ci.',
      created_at: created,
    },
  },
  databaseUser: {
    source: 'documented',
    fields: {
      id: ownId,
      username: 'Name: lowercase letters, digits, - and _.',
      created_at: created,
    },
  },
};
