import { readdir, readFile, writeFile } from 'node:fs/promises';

const MEGABYTE = 1000 * 1000;

async function isServer(pid: string, port: number): Promise<boolean> {
  const [command, environment] = await Promise.all(
    ['cmdline', 'environ'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')),
  );
  return (
    /server.src.main\.ts/.test(command ?? '') && `\0${environment}`.includes(`\0PORT=${port}\0`)
  );
}

/** The peak memory of a process, as Linux counts it. */
export interface ServerMemory {
  /** Resets the peak. */
  reset(): Promise<void>;
  /** Peak of resident memory in megabytes, shared pages of Node included. */
  peak(): Promise<number>;
}

export function memoryOf(pid: number): ServerMemory {
  return {
    reset: () => writeFile(`/proc/${pid}/clear_refs`, '5'),
    peak: async () => {
      const status = await readFile(`/proc/${pid}/status`, 'utf8');
      const kilobytes = Number(/VmHWM:\s*(\d+) kB/.exec(status)?.[1]);
      return (kilobytes * 1024) / MEGABYTE;
    },
  };
}

/** Finds the process of the server that listens on a port. */
export async function openServerMemory(port: number): Promise<ServerMemory> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => ((await isServer(pid, port)) ? pid : '')),
  );
  const pid = found.find((name) => name !== '');
  if (!pid) throw new Error(`No server runs on port ${port}`);
  return memoryOf(Number(pid));
}
