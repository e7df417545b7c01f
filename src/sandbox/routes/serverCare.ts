import { Hono } from 'hono';
import * as z from 'zod/mini';
import type { SandboxContext, SandboxEnv, SandboxRoutes } from '../http/environment';
import { readBody } from '../http/input/body';
import { label } from '../http/input/fields';
import { serverContentsOf, serverOf } from '../http/scope';
import { fakeSecret } from '../seed/secrets';
import type { ServerContents } from '../state/contents';
import { addLogEntry } from '../state/log';
import { toTimestamp } from '../state/time';

const tags = z.object({ tags: z.array(label).check(z.maxLength(20, 'Must be at most 20.')) });

/** The share of the used disk space that cleaning frees. */
const freed = 0.1;

function cleanDisk({ hardware, health, logs }: ServerContents, now: Date): void {
  const { usedDiskSpace, availableDiskSpace } = health;
  addLogEntry(logs, now, 'The disk was cleaned');
  if (usedDiskSpace === null || availableDiskSpace === null) return;
  const megabytes = Math.floor(usedDiskSpace * freed);
  health.usedDiskSpace = usedDiskSpace - megabytes;
  health.availableDiskSpace = availableDiskSpace + megabytes;
  health.updated_at = toTimestamp(now);
  if (hardware.diskFree === null) return;
  hardware.diskFree = Math.round((hardware.diskFree + megabytes / 1024) * 100) / 100;
}

/** The script that connects a server, which contains a credential: observed. */
export function installationScriptRoutes(): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();
  routes.get('/servers/:serverId/installationscript', (context) => {
    const { id } = serverOf(context).record;
    const token = fakeSecret('installation', id);
    const script = `export TOKEN=${token}\ncurl -fsSL https://panel.example.com/install.sh | bash\n`;
    return context.json({ script });
  });
  return routes;
}

/** Tags of a server, all at once: observed. */
export function tagRoutes(): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();
  routes.post('/servers/:serverId/tags', async (context) => {
    const { record } = serverOf(context);
    record.tags = [...new Set((await readBody(context, tags)).tags)];
    return context.json({ message: 'The tags were updated.' });
  });
  return routes;
}

/** Cleaning a server's disk: observed. */
export function diskCleanerRoutes(): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();
  const clean = (context: SandboxContext): Response => {
    cleanDisk(serverContentsOf(context), context.get('store').now());
    return context.body(null, 200);
  };
  routes.post('/servers/:serverId/health/diskcleaner', clean);
  // On some services.
  routes.patch('/servers/:serverId/health/diskcleaner', clean);
  return routes;
}
