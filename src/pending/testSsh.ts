import type { Socket } from 'node:net';
import type { Clock } from '../api/scheduling/clock';
import { t } from '../base/l10n';

/** How long a server has to identify itself, in milliseconds. */
const answerMs = 6_000;

/** What a server may send before it does, in characters: such as a notice, line by line. */
const longestNotice = 10_000;

/** Says whether SSH answers a new connection, which it then ends. */
export function testSsh(socket: Socket, port: number, clock: Clock): Promise<string> {
  const answers = t('SSH (port {0}) answers this machine.', port);
  const refused = t('SSH (port {0}) refused the connection from this machine.', port);
  const silent = t("SSH (port {0}) doesn't answer this machine.", port);
  const other = t('Port {0} answers this machine, but not with SSH.', port);
  return new Promise((resolve) => {
    let received = '';
    const end = (text: string): void => {
      cancel();
      socket.destroy();
      resolve(text);
    };
    const cancel = clock.after(answerMs, () => end(received ? other : silent));
    socket.setEncoding('latin1').on('data', (text) => {
      received += String(text);
      if (/^SSH-/m.test(received)) end(answers);
      else if (received.length > longestNotice) end(other);
    });
    socket.on('error', ({ code }: NodeJS.ErrnoException) => {
      end(code === 'ECONNREFUSED' || code === 'ECONNRESET' ? refused : silent);
    });
    socket.on('end', () => end(received ? other : refused));
  });
}
