// Every rule, state, error and limit of the reference, and the tests that check it for sandbox and client.

/** The titles of the tests that check a rule for one side, or why there are none. */
export type Proof = readonly string[] | { readonly notImplementable: string };

/** A statement of the reference that isn't about endpoints or fields. */
export interface Rule {
  /** The section of the reference. */
  readonly entry: string;
  readonly says: string;
  readonly sandbox: Proof;
  readonly client: Proof;
}

const serverSide = { notImplementable: 'the service alone decides this' };
const notShown = { notImplementable: 'the reference says that it is not shown' };

const general: readonly Rule[] = [
  {
    entry: '§1 headers',
    says: 'every request carries Accept and Content-Type: application/json, every answer is JSON',
    sandbox: [
      'refuses a request that lacks one of the two headers',
      'answers JSON, with the matching content type, on success and on failure',
    ],
    client: ['POST /api/v3/servers', 'GET /api/v3/ping'],
  },
  {
    entry: '§1 HTTPS',
    says: 'all requests are made over HTTPS',
    sandbox: {
      notImplementable: 'no certificate can vouch for this machine: the sandbox binds to it alone',
    },
    client: ['accepts https anywhere, and http only to this machine'],
  },
  {
    entry: '§1 base URL',
    says: 'every path is relative to the address of the service',
    sandbox: ["answers 404 with a message if a resource doesn't exist"],
    client: ['accepts a base address with a path or a trailing slash'],
  },
  {
    entry: '§1 neutral words',
    says: 'in place of the word "platform" a path may have a vendor name',
    sandbox: { notImplementable: 'the reference has the neutral words alone' },
    client: ['replaces the segments of the reference with those of the service'],
  },
  {
    entry: '§1 dates',
    says: 'v2 and most of v3 write YYYY-MM-DD HH:MM:SS, canvases and WAF ISO 8601',
    sandbox: [
      'writes dates of v2 and most of v3 as YYYY-MM-DD HH:MM:SS',
      'writes dates of canvases and WAF as ISO 8601 with microseconds and Z',
    ],
    client: { notImplementable: 'dates are shown as they come: a text of any form is right' },
  },
  {
    entry: '§2.1 new server',
    says: 'a new server is neither connected nor online, and AVAILABLE; its stack is the web server type',
    sandbox: [
      'reports a new server as neither connected nor online, and AVAILABLE',
      'calls the web server type "stack" in the answer, and keeps the other fields',
    ],
    client: serverSide,
  },
  {
    entry: '§2.1 values',
    says: 'the allowed values are not shown',
    sandbox: ['accepts values beyond the observed ones, because no list is closed'],
    client: ['accepts values beyond the observed ones'],
  },
  {
    entry: '§2.2 directions',
    says: 'a supervisor job is written with binary and read with directory',
    sandbox: ['shows a supervisor job with its directory and without its binary'],
    client: serverSide,
  },
  {
    entry: '§2.3 time',
    says: 'the five cron fields come back as one, joined by single spaces; enabled is 1',
    sandbox: [
      'joins the five fields of a cron job by single spaces',
      'enables a new cron job with the integer 1',
    ],
    client: serverSide,
  },
  {
    entry: '§2.5 port',
    says: 'port is an integer in the request and a string in the answer',
    sandbox: ['returns a firewall port as a string, though it was sent as an integer'],
    client: ['POST /api/v3/servers/{serverId}/security/firewalls'],
  },
  {
    entry: '§2.13 password',
    says: 'a password is sent, and never returned',
    sandbox: ['never returns a password'],
    client: ['redacts secrets that the service quotes'],
  },
  {
    entry: '§2 unknown fields',
    says: 'fields beyond those that are listed are not shown',
    sandbox: { notImplementable: 'what is not shown cannot be answered' },
    client: ['accept every answer of their shape, and keep unknown fields'],
  },
  {
    entry: '§3 states',
    says: 'AVAILABLE, Completed, connected and online appear; the sets of values are not complete',
    sandbox: [
      'reports a new server as neither connected nor online, and AVAILABLE',
      'shows "Completed" as the status of a cache configuration',
    ],
    client: ['accepts values beyond the observed ones'],
  },
  {
    entry: '§3 transitions',
    says: 'transitions are not shown',
    sandbox: notShown,
    client: notShown,
  },
  { entry: '§6 events', says: 'events are not shown', sandbox: notShown, client: notShown },
];

const endpoints: readonly Rule[] = [
  {
    entry: '§4 rule 1',
    says: 'what returns an array takes perPage, at most 40, and page',
    sandbox: [
      'pages a list by perPage and page',
      'also accepts page and perPage for a list that is a bare array',
      'returns the first page by default, and an empty page after the last',
    ],
    client: ["reads a list page by page, forty items at a time, until it's complete"],
  },
  {
    entry: '§4 rule 2',
    says: 'updates use PATCH with a partial body',
    sandbox: [
      'changes only the fields of a partial PATCH',
      'accepts a partial PATCH of an integration and of a hub',
    ],
    client: ['sends a partial body in a PATCH, with only the given fields'],
  },
  {
    entry: '§4 rule 3',
    says: 'endpoint 5 wraps items in data and meta.pagination, endpoint 8 returns a bare array',
    sandbox: [
      'wraps a list in data and meta.pagination, but returns a new firewall rule as a bare array',
    ],
    client: ['accepts a list that is a bare array, and one without meta'],
  },
  {
    entry: '§4 rule 4',
    says: 'endpoint 10 returns an empty object',
    sandbox: ['returns an empty object when SSL is applied'],
    client: ['accepts an empty object as success when SSL is applied'],
  },
  {
    entry: '§4 rule 5',
    says: 'endpoint 6 echoes the secret, endpoint 14 shows key and secret in clear',
    sandbox: [
      'returns the secret of an integration in full',
      'returns the API key and secret of a cache in plain text',
    ],
    client: ['finds the credential fields of the reference at any depth'],
  },
  {
    entry: '§4 required fields',
    says: 'which request fields are required, and bounds of values, are not shown',
    sandbox: notShown,
    client: notShown,
  },
];

const authentication: readonly Rule[] = [
  {
    entry: '§5 rule 1',
    says: 'v3 and v2 take Authorization: Bearer',
    sandbox: ['accepts the token as Bearer in both versions'],
    client: ['GET /api/v3/ping', 'GET /api/v2/ping'],
  },
  {
    entry: '§5 rule 2',
    says: 'a token is issued in the workspace settings',
    sandbox: {
      notImplementable: 'there is no workspace: the token is told when the sandbox starts',
    },
    client: { notImplementable: 'a person does this in a browser' },
  },
  {
    entry: '§5 rule 3',
    says: 'a legacy mode of v2 takes key and secret as Basic',
    sandbox: ['accepts the legacy key and secret as Basic in v2, and not in v3'],
    client: ['uses only v2 with the legacy key and secret, as Basic'],
  },
  {
    entry: '§5 rule 4',
    says: 'GET /ping of a version checks the credentials, pong shows success',
    sandbox: ['answers the ping of both versions'],
    client: ['accepts the message "pong" as success'],
  },
  {
    entry: '§5 rule 5',
    says: 'wrong credentials give 401, a refusal despite valid ones 403',
    sandbox: [
      'refuses a wrong or missing key, secret or token with 401',
      "refuses with 403 what valid credentials don't permit",
    ],
    client: [
      'reports 401 as "unauthorized", with the message for the user',
      'reports 403 as "forbidden", with the message for the user',
    ],
  },
];

const errors: readonly Rule[] = [
  {
    entry: '§7 200',
    says: 'success, as a rule',
    sandbox: ['answers 200 to every endpoint that succeeds, even if something was created'],
    client: ['returns the JSON of any 2xx'],
  },
  {
    entry: '§7 401',
    says: 'authentication failed',
    sandbox: ['refuses a wrong or missing key, secret or token with 401'],
    client: ['reports 401 as "unauthorized", with the message for the user'],
  },
  {
    entry: '§7 403',
    says: 'forbidden request',
    sandbox: ["refuses with 403 what valid credentials don't permit"],
    client: ['reports 403 as "forbidden", with the message for the user'],
  },
  {
    entry: '§7 404',
    says: 'the resource is unavailable',
    sandbox: ["answers 404 with a message if a resource doesn't exist"],
    client: [
      'reports 404 as "notFound", with the message for the user',
      'reports 404 for an observed operation as not offered',
    ],
  },
  {
    entry: '§7 422',
    says: 'incomplete data in a POST or PATCH',
    sandbox: [
      'answers 422 with a message if the data of a POST or PATCH is incomplete',
      'answers 422 if a field has the wrong type, and names the field',
    ],
    client: [
      'reports 422 as "invalid", with the message for the user',
      'reports field errors of 422 by field',
    ],
  },
  {
    entry: '§7 429',
    says: 'the rate limit was exceeded',
    sandbox: ['answers 429 once the limit is exceeded, and works again in the next window'],
    client: [
      'reports 429 as "rateLimited", with the message for the user',
      'waits after 429 and repeats the refused request, reads and writes alike',
    ],
  },
  {
    entry: '§7 50x',
    says: 'a failure of the service, which clients must handle',
    sandbox: ['answers 50x if the service fails, with a body of any kind'],
    client: [
      'reports 500 as "server", with the message for the user',
      'reports 502 as "server", with the message for the user',
      'reports 503 as "server", with the message for the user',
      'reports 504 as "server", with the message for the user',
      'repeats a read after 50x, and never a write',
    ],
  },
  {
    entry: '§7 message',
    says: 'an answer of any of these codes may carry a message for users',
    sandbox: [
      "answers 404 with a message if a resource doesn't exist",
      'answers 422 with a message if the data of a POST or PATCH is incomplete',
    ],
    client: ['reports 422 as "invalid", with the message for the user'],
  },
  {
    entry: '§7 error body',
    says: 'the shape of an error body and codes of its own are not shown',
    sandbox: notShown,
    client: ['accepts an error body of any kind'],
  },
];

const limits: readonly Rule[] = [
  {
    entry: '§8 rule 1',
    says: 'perPage has the maximum 40',
    sandbox: ['returns at most forty items a page'],
    client: ['keeps the paging with any filters'],
  },
  {
    entry: '§8 rule 2',
    says: 'every endpoint has a rate limit',
    sandbox: ['sends the limit and the remaining requests in every answer'],
    client: ['learns the limit from every answer, including failures'],
  },
  {
    entry: '§8 rule 3',
    says: 'every answer carries X-RateLimit-Limit and X-RateLimit-Remaining',
    sandbox: ['sends the limit and the remaining requests in every answer'],
    client: [
      'learns the limit from every answer, including failures',
      'sends what a person asks for although none are said to remain',
    ],
  },
  {
    entry: '§8 rule 4',
    says: 'requests beyond the limit get 429',
    sandbox: ['answers 429 once the limit is exceeded, and works again in the next window'],
    client: ['waits after 429 and repeats the refused request, reads and writes alike'],
  },
  {
    entry: '§8 rule 5',
    says: 'numbers and the length of the window are not shown',
    sandbox: notShown,
    client: ['recognizes a new window by a count that requests in flight do not explain'],
  },
];

const versions: readonly Rule[] = [
  {
    entry: '§9 rule 1',
    says: 'the version is part of the path',
    sandbox: ["answers 404 with a message if a resource doesn't exist"],
    client: ['calls each operation in the version given by the reference'],
  },
  {
    entry: '§9 rule 2',
    says: 'some resources are reached under one version only, SSH settings under both',
    sandbox: [
      'has no POST /api/v2/servers',
      'has no PATCH /api/v2/servers/{serverId}/users/{systemUserId}/password',
      'has the same SSH settings in both versions',
    ],
    client: ['supports ping and the SSH settings in both versions'],
  },
  {
    entry: '§9 rule 3',
    says: 'the pings of both versions answer',
    sandbox: ['answers the ping of both versions'],
    client: ['supports ping and the SSH settings in both versions'],
  },
  {
    entry: '§9 rule 4',
    says: 'deprecation and the complete set of resources per version are not shown',
    sandbox: notShown,
    client: notShown,
  },
];

/** All rules, in the order of the reference. */
export const rules: readonly Rule[] = [
  ...general,
  ...endpoints,
  ...authentication,
  ...errors,
  ...limits,
  ...versions,
];
