interface ToolContribution {
  /** Typed after `#` in a chat; translated names have this key in `package.nls*.json`. */
  readonly referenceName: string;
  readonly title: string;
  /** True if it stages changes; all others only read. */
  readonly proposes?: boolean;
  readonly icon: string;
  readonly modelDescription: string;
}

const contributions = {
  serverManagement_listResources: {
    referenceName: 'listServerResources',
    title: 'List resources',
    icon: 'list-tree',
    modelDescription:
      'Lists the accounts of the server management extension, or the resources of one kind (servers, web applications, cron jobs, firewall rules, …) below a parent, 40 a page. Start with no input to get the accounts, then give an account and a kind.',
  },
  serverManagement_findResources: {
    referenceName: 'findServerResources',
    title: 'Find resources',
    icon: 'search',
    modelDescription:
      'Finds servers, web applications, domains, jobs and rules of all accounts by name, address or id, and answers references that the other tools take.',
  },
  serverManagement_readResource: {
    referenceName: 'readServerResource',
    title: 'Read a resource',
    icon: 'json',
    modelDescription:
      'Reads the configuration of one resource as JSON, with credentials masked, and says which fields can be written.',
  },
  serverManagement_proposeChange: {
    referenceName: 'proposeServerChange',
    title: 'Propose changes',
    proposes: true,
    icon: 'diff',
    modelDescription:
      'Proposes new values for fields of one or more resources, with the reason: they are staged or shown as a difference, for the person to review and apply. Nothing is sent. Accounts marked as production refuse proposals unless the person allowed them.',
  },
  serverManagement_listFindings: {
    referenceName: 'listServerFindings',
    title: 'List findings',
    icon: 'warning',
    modelDescription:
      'Lists what needs attention, the most severe first: certificates, servers, services, jobs and settings that a rule found wrong in the data known so far, and how much of it was checked.',
  },
} satisfies Record<string, ToolContribution>;

export type ToolName = keyof typeof contributions;

export const toolContributions: Readonly<Record<ToolName, ToolContribution>> = contributions;

export const toolNames = Object.keys(contributions) as readonly ToolName[];

export function isToolName(name: string): name is ToolName {
  return Object.hasOwn(contributions, name);
}
