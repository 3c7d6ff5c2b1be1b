import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** Identifies a process even if its process id is reused later. */
export type ProcessMark = { readonly pid: number; readonly born: string };

/** The mark of a process. Undefined if no process has this id. */
export async function markOf(pid: number): Promise<ProcessMark | undefined> {
  try {
    return { pid, born: await birth(pid) };
  } catch {
    return undefined;
  }
}

/** True if the marked process still runs. */
export async function isRunning(mark: ProcessMark): Promise<boolean> {
  return (await markOf(mark.pid))?.born === mark.born;
}

/** The command line of a process. Empty if it no longer runs. */
export async function commandOf(pid: number): Promise<string> {
  try {
    if (process.platform !== 'linux') return ps(pid, 'args=');
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

async function birth(pid: number): Promise<string> {
  if (process.platform !== 'linux') return ps(pid, 'lstart=');
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name in parentheses and may contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z') throw new Error('ended, and only not yet collected by its parent');
  // Start times are relative to the machine's boot, so the boot id is part of the mark.
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
  return `${boot.trim()} ${fields[19]}`;
}

function ps(pid: number, field: string): string {
  return execFileSync('ps', ['-o', field, '-p', String(pid)], { encoding: 'utf8' }).trim();
}
