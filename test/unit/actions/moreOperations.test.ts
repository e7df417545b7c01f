import assert from 'node:assert/strict';
import { waysTo } from '../../support/actions/operationWays';
import { allEndpoints } from '../../support/contract';

const S = '/servers/{}';
const W = `${S}/webapps/{}`;
const D = `${W}/domains/{}`;

/** Every operation on the second page of those observed beyond the reference, by its call. */
const operations: readonly string[] = [
  `GET ${W}/settings`,
  `PATCH ${W}/settings/fpmnginx`,
  `PATCH ${W}/settings/php`,
  `GET ${S}/php/version`,
  `PATCH ${S}/php/cli`,
  `GET ${W}/wordpress/config`,
  `PATCH ${W}/wordpress/config`,
  `POST ${W}/rebuild`,
  `POST ${W}/default`,
  `DELETE ${W}/default`,
  'GET /static/webapps/installers',
  `POST ${W}/installer`,
  `GET ${W}/installer/{}`,
  `DELETE ${W}/installer/{}`,
  `GET ${W}/git`,
  `POST ${W}/git`,
  `PATCH ${W}/git/{}/branch`,
  `PATCH ${W}/git/{}/script`,
  `PUT ${W}/git/{}/script`,
  `DELETE ${W}/git/{}`,
  'GET /atomic/{}/deployments/{}',
  'DELETE /atomic/{}/webapps/{}',
  `PATCH ${S}/users/{}/deploymentkey`,
  `GET ${D}/dns`,
  `GET ${W}/ssl`,
  `POST ${W}/ssl`,
  `PATCH ${W}/ssl/{}`,
  `PUT ${W}/ssl/{}`,
  `DELETE ${W}/ssl/{}`,
  `GET ${W}/ssl/advanced`,
  `POST ${W}/ssl/advanced`,
  `PATCH ${D}/ssl/{}`,
  `POST ${W}/waf/rules`,
  `PATCH ${W}/waf/rules/sort`,
  `POST ${W}/platformcache/upgrade`,
  `POST ${W}/platformcache/rollback`,
  `GET ${S}/installationscript`,
  `POST ${S}/tags`,
  `POST ${S}/health/diskcleaner`,
  `PATCH ${S}/health/diskcleaner`,
  `POST ${S}/cronjobs/rebuild`,
  `POST ${S}/supervisors/rebuild`,
  `GET ${S}/databases/{}/grant`,
  `DELETE ${S}/databases/{}`,
  'GET /static/databases/collations/mysql',
  'GET /static/databases/collations/mariadb',
  'GET /static/databases/collations',
  'GET /static/timezones',
];

/** Why an operation may lack a command. Once it has one, it needs no reason. */
const reasons: Readonly<Record<string, string>> = {
  'DELETE /atomic/{}/webapps/{}': 'no read tells the web applications of an atomic project',
};

describe('An observed operation beyond the reference', () => {
  let calls: Map<string, boolean>;

  before(async () => {
    const endpoints = await allEndpoints();
    calls = new Map(
      endpoints.map((endpoint) => [
        `${endpoint.method} ${endpoint.path.replaceAll(/\{\w+\}/g, '{}')}`,
        waysTo(endpoint).length > 0,
      ]),
    );
  });

  for (const operation of operations) {
    it(`can be reached, or has a reason why not: ${operation}`, () => {
      assert.ok(calls.get(operation) === true || reasons[operation] !== undefined);
    });
  }

  it("only has a reason if it can't be reached", () => {
    assert.deepEqual(
      Object.keys(reasons).filter(
        (operation) => !operations.includes(operation) || calls.get(operation) === true,
      ),
      [],
    );
  });
});
