/** A file that goes out through a channel. */
export interface OutboundFile {
  /** See `Party`. */
  channel: string;
  name: string;
  bytes: Buffer;
}

/** The content of a file that has come in. */
export interface ReadFile {
  size: number;
  /** In hex. */
  sha256: string;
  /** Null where there are more than the most that are taken. */
  bytes: Buffer | null;
  /** The SHA-256 in the sender's checksum file; null where there is none. */
  expectedSha256: string | null;
}

/** A file that has come in and is still in the inbound folder. */
export interface InboundFile {
  channel: string;
  name: string;
  /** Reads the file. Returns null where another server has moved it meanwhile. */
  read(max: number): Promise<ReadFile | null>;
  /**
   * Removes the file that was read from the inbound folder. Where it is kept in `to`, the id makes its name
   * unique. Another file that has come under its name meanwhile stays.
   */
  settle(id: string, to: 'done' | 'bad'): Promise<void>;
}

/** Sends and receives files. */
export interface Transport {
  /**
   * Sends a file. A resend has the same name and bytes. `at` is the business clock. Rejects only where nothing has
   * gone out.
   */
  send(file: OutboundFile, at: Date): Promise<void>;
  /** The files that have come in on these channels, `max` at most. */
  receive(channels: ReadonlySet<string>, max: number, at: Date): Promise<InboundFile[]>;
  /**
   * When the next file is due by the business clock; null where none is, or where files arrive by the
   * wall clock.
   */
  nextAt(): Promise<Date | null>;
}
