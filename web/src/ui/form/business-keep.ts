import { clear, createStore, del, entries, setMany, type UseStore } from 'idb-keyval';
import { type Draft, type DraftFile, draftOver, type FileField } from '#ui/form/business-draft.ts';

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

/** A draft, and what it is kept with. */
export interface KeptDraft<Name extends string> {
  draft: Draft<Name>;
  /** The texts that it began with: what differs from them was typed. */
  from: Readonly<Record<Name, string>>;
  /** The key of a submission of just this content that may have reached the server. */
  attempt: string | null;
}

/** What a form begins with. */
export interface DraftStart<Name extends string> extends KeptDraft<Name> {
  /** True where the draft was begun over older data than those of now. */
  isOlder: boolean;
}

/** How well something was kept, for a sentence to the person: `lost` means memory only. */
export type KeepResult = 'kept' | 'lost';

const TEXTS = 'texts';
const FROM = 'from';
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

/** The draft as it was kept; files that are not kept are those of `start`. */
function keptIn<Name extends string>(
  kept: ReadonlyMap<string, unknown>,
  start: Draft<Name>,
): Draft<Name> {
  const fileOf = (field: FileField): DraftFile | null => {
    const file = kept.get(field);
    return file instanceof File ? { kind: 'chosen', file } : start.files[field];
  };
  const bankName = kept.get('bankName');
  return {
    texts: textsOf(kept.get(TEXTS), start.texts),
    bankName: typeof bankName === 'string' ? bankName : '',
    files: {
      logo: fileOf('logo'),
      certificateOfIncorporation: fileOf('certificateOfIncorporation'),
    },
  };
}

/** Reads what this owner has typed; null when there is nothing or the device keeps nothing. */
async function readKept(owner: DraftOwner): Promise<ReadonlyMap<string, unknown> | null> {
  try {
    const kept = new Map(await entries<string, unknown>(store(owner.of)));
    if (kept.size === 0 || kept.get(OWNER) === ownerName(owner)) return kept.size > 0 ? kept : null;
    await forgetDraft(owner);
    return null;
  } catch {
    return null;
  }
}

/**
 * Where a form of this owner begins: with the draft that is kept, else with `start`. A draft that was
 * begun over older data is laid over those of `start`.
 */
export async function startOf<Name extends string>(
  owner: DraftOwner,
  start: Draft<Name>,
): Promise<DraftStart<Name>> {
  const from = start.texts;
  const kept = await readKept(owner);
  if (!kept) return { draft: start, from, attempt: null, isOlder: false };
  const began = textsOf(kept.get(FROM), from);
  const isOlder = JSON.stringify(began) !== JSON.stringify(from);
  const attempt = kept.get('attempt');
  return {
    draft: draftOver(keptIn(kept, start), began, start),
    from,
    // A submission over other data is another one.
    attempt: typeof attempt === 'string' && !isOlder ? attempt : null,
    isOlder,
  };
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
  { draft, from, attempt }: KeptDraft<string>,
): Promise<KeepResult> {
  return tried(() =>
    setMany(
      [
        [OWNER, ownerName(owner)],
        [TEXTS, draft.texts],
        [FROM, from],
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
