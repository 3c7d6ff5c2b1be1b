/** A file that goes out through a channel. */
export interface OutboundFile {
  /** See `Party`. */
  channel: string;
  name: string;
  bytes: Buffer;
}

/** A file that has come in and is still in the inbound folder. */
export interface InboundFile {
  channel: string;
  name: string;
  /**
   * Returns the bytes and their SHA-256 in hex; `bytes` is null where there are more than `most`. Returns
   * null where another server has moved the file meanwhile.
   */
  read(most: number): Promise<{ size: number; sha256: string; bytes: Buffer | null } | null>;
  /** The SHA-256 in the sender's checksum file; null where there is none. */
  expectedSha256: string | null;
  /** Removes the file from the inbound folder. Where it is kept in `to`, the id makes its name unique. */
  settle(id: string, to: 'done' | 'bad'): Promise<void>;
}

/** Sends and receives files. */
export interface Transport {
  /** Sends a file. A resend has the same name and bytes. `at` is the business clock. */
  send(file: OutboundFile, at: Date): Promise<void>;
  /** The files that have come in on these channels, `most` at most. */
  receive(channels: ReadonlySet<string>, most: number, at: Date): Promise<InboundFile[]>;
  /**
   * When the next file is due by the business clock; null where none is, or where files arrive by the
   * wall clock.
   */
  nextAt(): Promise<Date | null>;
}
