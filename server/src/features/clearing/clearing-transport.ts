/** A file for somebody at the other end of a channel. */
export interface OutboundFile {
  /** See `Party`. */
  channel: string;
  name: string;
  bytes: Buffer;
}

/** A file that has come in and was not put aside yet. */
export interface InboundFile {
  channel: string;
  name: string;
  /**
   * Bytes and their SHA-256 in hex; no bytes where there are more than `most`. Null where another server
   * has put the file aside meanwhile.
   */
  read(most: number): Promise<{ size: number; sha256: string; bytes: Buffer | null } | null>;
  /** The SHA-256 that its sender has written beside the file; null where there is none. */
  expectedSha256: string | null;
  /** Puts the file aside; the id makes its name there its own. */
  settle(id: string, to: 'done' | 'bad'): Promise<void>;
}

/** How files go and come. */
export interface Transport {
  /** Hands a file over; the same one again has the same name and bytes. `at` is the business clock. */
  send(file: OutboundFile, at: Date): Promise<void>;
  /** What has come in on these channels, so many files at most. */
  receive(channels: ReadonlySet<string>, most: number, at: Date): Promise<InboundFile[]>;
  /**
   * When the next file comes by the business clock; null where none is known to come, or files come by
   * the wall clock.
   */
  nextAt(): Promise<Date | null>;
}
