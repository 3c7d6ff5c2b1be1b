import { clear, createStore, del, entries, setMany, type UseStore } from 'idb-keyval';
import type { Draft, DraftFile, FileField } from '#ui/business-draft.ts';

/** What a business types and may lose: its registration, a change of it, or contact data. */
const KINDS = ['registration', 'change', 'contact'] as const;
type DraftKind = (typeof KINDS)[number];

/**
 * Whose draft it is and what it starts from: a draft of somebody else, or one begun before the
 * latest review, is thrown away unread.
 */
export interface DraftOwner {
  /** What is being typed; each kind has a draft of its own. */
  of: DraftKind;
  email: string;
  /** The moment of the review that is being answered, or `new`. */
  basis: string;
}

/** What came back from the device. */
export interface KeptDraft<Name extends string> {
  draft: Draft<Name>;
  /** The key of a submission of just this content that may have reached the server. */
  attempt: string | null;
}

/** How well something was kept, for a sentence to the person: `lost` means memory only. */
export type KeepResult = 'kept' | 'lost';

const TEXTS = 'texts';
const OWNER = 'owner';

const opened = new Map<DraftKind, UseStore>();

/** Opened late: some browsers throw at the mere mention of IndexedDB in a private window. */
function store(kind: DraftKind): UseStore {
  const known = opened.get(kind) ?? createStore(`tegeka-${kind}`, 'draft');
  opened.set(kind, known);
  return known;
}

const ownerName = (owner: DraftOwner) => `${owner.email} ${owner.basis}`;

/** Takes the kept texts apart again, over those of `start`: only known fields, only text. */
function textsOf<Name extends string>(
  kept: unknown,
  start: Record<Name, string>,
): Record<Name, string> {
  const texts = { ...start };
  if (typeof kept !== 'object' || kept === null) return texts;
  for (const [name, value] of Object.entries(kept)) {
    if (Object.hasOwn(start, name) && typeof value === 'string')
      Object.assign(texts, { [name]: value });
  }
  return texts;
}

/**
 * Reads the draft of this owner; null when there is none or the device keeps nothing. Files that
 * are not kept are those of `start`.
 */
export async function readDraft<Name extends string>(
  owner: DraftOwner,
  start: Draft<Name>,
): Promise<KeptDraft<Name> | null> {
  try {
    const kept = new Map(await entries<string, unknown>(store(owner.of)));
    if (kept.size === 0) return null;
    if (kept.get(OWNER) !== ownerName(owner)) {
      await forgetDraft(owner);
      return null;
    }
    const fileOf = (field: FileField): DraftFile | null => {
      const file = kept.get(field);
      return file instanceof File ? { kind: 'chosen', file } : start.files[field];
    };
    const bankName = kept.get('bankName');
    const attempt = kept.get('attempt');
    return {
      attempt: typeof attempt === 'string' ? attempt : null,
      draft: {
        texts: textsOf(kept.get(TEXTS), start.texts),
        bankName: typeof bankName === 'string' ? bankName : '',
        files: {
          logo: fileOf('logo'),
          certificateOfIncorporation: fileOf('certificateOfIncorporation'),
        },
      },
    };
  } catch {
    return null;
  }
}

async function tried(work: () => Promise<void>): Promise<KeepResult> {
  try {
    await work();
    return 'kept';
  } catch {
    return 'lost';
  }
}

/** Keeps what is typed, and with it the submission's key (null once anything has changed). */
export function keepTexts(
  owner: DraftOwner,
  draft: Draft<string>,
  attempt: string | null,
): Promise<KeepResult> {
  return tried(() =>
    setMany(
      [
        [OWNER, ownerName(owner)],
        [TEXTS, draft.texts],
        ['bankName', draft.bankName],
        ['attempt', attempt],
      ],
      store(owner.of),
    ),
  );
}

/** Keeps a chosen file beside the texts; a removed or stored one leaves nothing behind. */
export function keepFile(
  owner: DraftOwner,
  field: FileField,
  file: DraftFile | null,
): Promise<KeepResult> {
  return tried(() =>
    file?.kind === 'chosen'
      ? setMany(
          [
            [OWNER, ownerName(owner)],
            [field, file.file],
          ],
          store(owner.of),
        )
      : del(field, store(owner.of)),
  );
}

/** Forgets a draft: after a successful submission, for another owner. */
export async function forgetDraft({ of }: Pick<DraftOwner, 'of'>): Promise<void> {
  await tried(() => clear(store(of)));
}

/** Forgets every draft: at logout. */
export async function forgetDrafts(): Promise<void> {
  await Promise.all(KINDS.map((of) => forgetDraft({ of })));
}
