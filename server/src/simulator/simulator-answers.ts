import { createHash } from 'node:crypto';
import path from 'node:path';
import type { OutboundFile } from '#features/clearing/clearing-transport.ts';
import type { IsoItem } from '#features/clearing/iso/iso-messages.ts';
import type { Folder } from './simulator-folder.ts';
import type { BookedEntry } from './simulator-state.ts';

/** A message that is answered: when it came first, and the BICs of who sent it and who got it. */
export interface Inquiry {
  messageId: string;
  at: Date;
  from: string;
  to: string;
}

/** Makes the answers to a message while its items are read. */
export interface Answering {
  take(item: IsoItem): Promise<void>;
  /** Writes the remaining answers. Returns the entries that are booked on the settlement account. */
  close(): Promise<readonly BookedEntry[]>;
}

/** Writes the answers to one file. Ids are derived from its bytes: a resend gets the same answers. */
export interface Reply {
  put(channel: string, due: Date, text: string): Promise<void>;
  nextId(): string;
}

export function replyTo(folder: Folder, { name, bytes }: OutboundFile): Reply {
  const seed = createHash('sha256').update(bytes).digest();
  const base = path.parse(name).name;
  let files = 0;
  let ids = 0;
  return {
    put: (channel, due, text) => {
      files += 1;
      return folder.put(channel, due, `${base}_${String(files).padStart(4, '0')}`, text);
    },
    nextId: () => {
      ids += 1;
      return createHash('sha256').update(seed).update(String(ids)).digest('hex').slice(0, 32);
    },
  };
}

const ITEMS_MAX = 5000;

/** Groups items by what they have in common, and writes each group in parts of ITEMS_MAX at most. */
export function collect<Common, Item>(write: (common: Common, items: Item[]) => Promise<void>) {
  const collected = new Map<string, { common: Common; items: Item[] }>();
  return {
    async add(common: Common, item: Item): Promise<void> {
      const key = JSON.stringify(common);
      const found = collected.get(key) ?? { common, items: [] };
      collected.set(key, found);
      found.items.push(item);
      if (found.items.length < ITEMS_MAX) return;
      collected.delete(key);
      await write(common, found.items);
    },
    async close(): Promise<void> {
      for (const { common, items } of collected.values()) await write(common, items);
      collected.clear();
    },
  };
}
