import { common, type KindTexts } from './fieldTexts';

const { created, ownId } = common;
const user = 'The system user that runs it.';

/** The fields of servers and of what hangs under them. */
export const serverTexts: KindTexts = {
  server: {
    source: 'reference §2.1',
    fields: {
      id: ownId,
      name: 'What the server is called.',
      provider: 'Where the server is hosted, such as digitalocean.',
      stack: 'Its web server; chosen as `webServerType` when the server was created.',
      ipAddress: 'The address of the server.',
      country_iso_code: 'The country that it stands in, as two letters.',
      os: 'Its operating system.',
      osVersion: 'The version of its operating system.',
      connected: "Whether the service's agent on the server has ever answered.",
      online: 'Whether the server answers now.',
      agentVersion: "The version of the service's agent on the server.",
      phpCLIVersion: 'The version of PHP on the command line.',
      softwareUpdate: 'Whether software is updated automatically.',
      securityUpdate: 'Whether security updates are installed automatically.',
      tags: 'Words that people gave it.',
      transferStatus: 'Whether the server is being handed to another account.',
      created_at: created,
      webServerType: 'The web server to install, such as nginx.',
      installationType: 'How software is installed: native, or in containers.',
      databaseType: 'The database to install, such as mariadb.',
    },
  },
  supervisorJob: {
    source: 'reference §2.2',
    fields: {
      id: ownId,
      label: 'What the job is called.',
      username: user,
      numprocs: 'How many processes run at a time.',
      autoStart: 'Whether it starts together with the server.',
      autoRestart: 'Whether it is started again when it ends.',
      binary:
        'The executable; empty where the command names it. In a read it is part of `command`.',
      command: 'The command line, with the executable in front when it is read.',
      directory: 'The folder that it runs in.',
      created_at: created,
    },
  },
  cronJob: {
    source: 'reference §2.3',
    fields: {
      id: ownId,
      label: 'What the job is called.',
      username: user,
      command: 'The command line.',
      minute:
        'Minutes, 0 to 59. `*` is every one, `*/5` every fifth, `1,15` and `1-5` as they read.',
      hour: 'Hours, 0 to 23. `*` is every one, `*/6` every sixth.',
      dayOfMonth: 'Days of the month, 1 to 31. Together with days of the week, either will do.',
      month: 'Months, 1 to 12 or jan to dec.',
      dayOfWeek: 'Days of the week, 0 to 7 (0 and 7 are Sunday) or sun to sat.',
      enabled:
        'Whether it runs: 1 when it does. The command "Switch Cron Job On or Off" changes it.',
      created_at: created,
    },
  },
  firewallRule: {
    source: 'reference §2.5',
    fields: {
      id: ownId,
      type: '`rich` rules have an address and an action; `global` ones open a port to everybody.',
      port: 'A port from 1 to 65535, or a range such as "8000-8999".',
      protocol: 'tcp or udp.',
      ipAddress: 'The address, or range of addresses in CIDR form, that the rule is about.',
      firewallAction: 'Whether to accept or reject.',
      created_at: created,
    },
  },
  sshSettings: {
    source: 'reference §2.8',
    fields: {
      passwordlessLogin:
        'Whether only keys open a login, and no password. Have a key in place first.',
      preventRootLogin: 'Whether root may not log in. Have another user with rights first.',
      useDns: 'Whether the name of a client is looked up; a login may take longer.',
    },
  },
  sshKey: {
    source: 'observed',
    fields: {
      id: ownId,
      label: 'What the key is called.',
      user: 'The system user whose login it opens.',
      username: 'The system user whose login it opens.',
      publicKey: 'The public key, such as "ssh-ed25519 AAAA…".',
      temporary: 'Whether it is removed again after a while.',
      created_at: created,
    },
  },
  systemUser: {
    source: 'reference §2.13',
    fields: {
      id: ownId,
      username: 'Its name: lower-case letters, digits, - and _.',
      deploymentKey: 'The public key by which it fetches from repositories.',
      deleteable: 'Whether it can be deleted.',
      created_at: created,
    },
  },
  database: {
    source: 'observed',
    fields: {
      id: ownId,
      name: 'What it is called.',
      collation: 'How texts are compared, such as utf8mb4_general_ci.',
      created_at: created,
    },
  },
  databaseUser: {
    source: 'reference §2.14',
    fields: {
      id: ownId,
      username: 'Its name: lower-case letters, digits, - and _.',
      created_at: created,
    },
  },
};
