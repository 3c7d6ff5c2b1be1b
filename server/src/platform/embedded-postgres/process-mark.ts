import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** What tells one process from another that later got the same number. */
export type ProcessMark = { readonly pid: number; readonly born: string };

/** The mark of a process, or nothing when no process has this number. */
export async function markOf(pid: number): Promise<ProcessMark | undefined> {
  try {
    return { pid, born: await birth(pid) };
  } catch {
    return undefined;
  }
}

/** Whether the marked process still runs. */
export async function lives(mark: ProcessMark): Promise<boolean> {
  return (await markOf(mark.pid))?.born === mark.born;
}

/** The words a process was started with, or an empty text when it is gone. */
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
  // The second field is the program's name in brackets and may itself hold spaces and brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z') throw new Error('ended, and only not yet collected by its parent');
  // Start times count from the start of the machine, which therefore belongs to the mark.
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
  return `${boot.trim()} ${fields[19]}`;
}

function ps(pid: number, field: string): string {
  return execFileSync('ps', ['-o', field, '-p', String(pid)], { encoding: 'utf8' }).trim();
}
