import { type ActionCase, one, patch, server } from '../actionCase';

/** The command for one order to a service. */
function order(
  action: 'restart' | 'start' | 'stop',
  more: Pick<ActionCase, 'asks' | 'texts' | 'isUntold' | 'isAlready' | 'lost'>,
): ActionCase {
  return {
    command: `serverManagement.${action}Service`,
    target: one('service', 1, 'nginx'),
    request: patch(`${server}/services`, { action, realName: 'nginx' }),
    ...more,
  };
}

/** The services of a server, such as its web server. */
export const serviceCases: readonly ActionCase[] = [
  order('restart', {
    isUntold: true,
    asks: 'caller',
    texts: { doing: 'Restarting "Service nginx"', done: 'Restart of "NGINX" requested.' },
  }),
  order('start', {
    isAlready: true,
    asks: 'caller',
    texts: { doing: 'Starting "Service nginx"', done: '"NGINX" started.' },
  }),
  order('stop', {
    // Its state before isn't known.
    lost: 'unknown',
    asks: 'always',
    texts: {
      doing: 'Stopping "Service nginx"',
      done: '"NGINX" stopped.',
      question: 'Stop "Service nginx"?',
      consequences: 'Everything that depends on it stops working until it starts again.',
    },
  }),
];
