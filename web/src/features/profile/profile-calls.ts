import {
  getLatestChange,
  type MerchantChange,
  submitChange,
  withdrawChange,
} from '@tegeka/contract/merchant-changes.ts';
import {
  type BusinessProfile,
  getBusinessProfile,
  revealAccountNumber,
  updateContact,
} from '@tegeka/contract/merchant-profile.ts';
import type { FaultCode } from '@tegeka/contract/faults.ts';
import { call, type CallInput } from '#platform/call.ts';
import { CallFailed } from '#platform/call-failed.ts';
import { keepUser, session } from '#platform/session.ts';
import { fieldFaultsOf } from '#ui/business-refusals.ts';
import type { FieldFaults } from '#ui/business-rules.ts';

/** A business as it is registered, and the change that was sent last. */
export interface ProfileData {
  profile: BusinessProfile;
  change: MerchantChange | null;
}

/** The side shell shows name and logo as of the sign-in: what changed since then follows here. */
function keepShellInStep({ businessName, logo }: BusinessProfile): void {
  const current = session.current();
  const { organization } = current ?? {};
  if (!current || !organization) return;
  const same = organization.organizationName === businessName && organization.logoUrl === logo.url;
  if (same) return;
  const now = { ...organization, organizationName: businessName, logoUrl: logo.url };
  keepUser(current.user, now);
}

/** The business as it is registered now. */
export async function fetchProfile(merchantId: string): Promise<BusinessProfile> {
  const profile = await call(getBusinessProfile, { params: { merchantId } });
  keepShellInStep(profile);
  return profile;
}

/** Everything that the section shows. */
export async function fetchProfileData(merchantId: string): Promise<ProfileData> {
  const [profile, { change }] = await Promise.all([
    fetchProfile(merchantId),
    call(getLatestChange, { params: { merchantId } }),
  ]);
  return { profile, change };
}

/** The whole account number; each look is on record. */
export async function revealNumber(merchantId: string): Promise<string> {
  return (await call(revealAccountNumber, { params: { merchantId } })).accountNumber;
}

/** How sending ended. On `conflict` what is registered is no longer what was on the screen. */
export type SendOutcome =
  | { kind: 'sent' }
  | { kind: 'conflict'; words: string }
  | {
      kind: 'refused';
      words: string;
      fields: FieldFaults;
      /** True when the server has said no: nothing was made, and a next try is a new one. */
      settled: boolean;
    };

const CONFLICTS: readonly string[] = ['CONTACT_CHANGED', 'DETAILS_CHANGED'] satisfies FaultCode[];

async function outcomeOf(work: Promise<unknown>): Promise<SendOutcome> {
  try {
    await work;
    return { kind: 'sent' };
  } catch (fault) {
    if (!(fault instanceof CallFailed)) throw fault;
    const words = fault.words();
    if (CONFLICTS.includes(fault.problem?.code ?? '')) return { kind: 'conflict', words };
    const settled = fault.status >= 400 && fault.status < 500;
    return { kind: 'refused', words, fields: fieldFaultsOf(fault.problem), settled };
  }
}

/** Changes contact data and logo at once. */
export function sendContact(input: CallInput<typeof updateContact>): Promise<SendOutcome> {
  return outcomeOf(call(updateContact, input));
}

/** Sends a change for review. */
export function sendChange(input: CallInput<typeof submitChange>): Promise<SendOutcome> {
  return outcomeOf(call(submitChange, input));
}

/** Takes a change back. */
export async function takeChangeBack(merchantId: string, changeId: string): Promise<void> {
  await call(withdrawChange, { params: { merchantId, changeId } });
}
