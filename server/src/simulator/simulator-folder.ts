import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { InboundFile } from '#features/clearing/clearing-transport.ts';
import { codeOf } from './simulator-state.ts';

/** `20261122T080000000Z_SBICUGKX_0193…_0001.xml`: when it is due, its channel, and the file it answers. */
const NAME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z_([A-Za-z0-9-]+)_.*\.xml$/;
const stamp = (at: Date) => at.toISOString().replaceAll(/[-:.]/g, '');

interface WaitingFile {
  name: string;
  channel: string;
  due: Date;
}

function waitingOf(name: string): WaitingFile[] {
  const parts = NAME.exec(name);
  if (!parts) return [];
  const [, year, month, day, hour, minute, second, fraction, channel = ''] = parts;
  const due = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction}Z`);
  return [{ name, channel, due }];
}

/** Files that wait in a folder until they are due by the business clock. */
export interface Folder {
  put(channel: string, due: Date, name: string, text: string): Promise<void>;
  /** In the order in which they are due. */
  waiting(): Promise<WaitingFile[]>;
  inbound(file: WaitingFile): InboundFile;
}

export function openFolder(folder: string): Folder {
  return {
    put: async (channel, due, name, text) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const whole = `${stamp(due)}_${channel}_${name}.xml`;
      const draft = path.join(folder, `.${whole}`);
      await writeFile(draft, text, { mode: 0o600 });
      await rename(draft, path.join(folder, whole));
    },
    waiting: async () => {
      const names: string[] = await readdir(folder).catch(() => []);
      return names
        .toSorted((one, other) => one.localeCompare(other, 'en'))
        .flatMap((name) => waitingOf(name));
    },
    inbound: ({ channel, name }) => {
      const file = path.join(folder, name);
      return {
        channel,
        name,
        read: async (max) => {
          const whole = await readFile(file).catch((error: unknown) => {
            if (codeOf(error) === 'ENOENT') return null;
            throw error;
          });
          if (whole === null) return null;
          const size = whole.length;
          const sha256 = createHash('sha256').update(whole).digest('hex');
          return { size, sha256, bytes: size > max ? null : whole, expectedSha256: null };
        },
        settle: () => rm(file, { force: true }),
      };
    },
  };
}
