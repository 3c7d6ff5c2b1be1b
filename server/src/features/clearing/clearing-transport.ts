/** A file for a bank. */
export interface OutboundFile {
  /** The channel: the bank's BIC. */
  channel: string;
  name: string;
  bytes: Buffer;
}

/** A file of a bank that was not put aside yet. */
export interface InboundFile {
  channel: string;
  name: string;
  /** Bytes and their SHA-256 in hex; no bytes where there are more than `most`. */
  read(most: number): Promise<{ size: number; sha256: string; bytes: Buffer | null }>;
  /** The SHA-256 that the bank has written beside the file; null where it has written none. */
  expectedSha256: string | null;
  /** Puts the file aside; the id makes its name there its own. */
  settle(id: string, to: 'done' | 'bad'): Promise<void>;
}

/** How files go to banks and come from them. */
export interface Transport {
  /** Hands a file over; the same one again has the same name and bytes. `at` is the business clock. */
  send(file: OutboundFile, at: Date): Promise<void>;
  /** What has come in on these channels, so many files at most. */
  receive(channels: ReadonlySet<string>, most: number, at: Date): Promise<InboundFile[]>;
}
