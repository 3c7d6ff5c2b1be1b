import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { showDay } from '@tegeka/contract/kit/day.ts';
import {
  listOrganizationUsers,
  type OrganizationUser,
} from '@tegeka/contract/merchants/operator-merchants.ts';
import { disableUser, enableUser } from '@tegeka/contract/users.ts';
import { useState } from 'react';
import { cache, endpointQuery, refetch } from '#platform/call/cache.ts';
import { call } from '#platform/call/call.ts';
import { useMay } from '#platform/session/session.ts';
import { DetailSection } from '#ui/detail/detail-drawer.tsx';
import { ActionDialog } from '#ui/feedback/action-dialog.tsx';
import { LoadFailed } from '#ui/feedback/note-box.tsx';

const DISABLE = {
  action: 'Disable',
  text: 'They are signed out everywhere at once and can not sign in until they are enabled again.',
};
const ENABLE = { action: 'Enable', text: 'They can sign in again.' };

function SwitchDialog({ user, onClose }: { user: OrganizationUser; onClose: () => void }) {
  // The words at the time of opening: the refreshed list changes the state before the dialog closes.
  const [texts] = useState(user.disabledAt ? ENABLE : DISABLE);
  return (
    <ActionDialog
      heading={`${texts.action} ${user.name}?`}
      action={texts.action}
      danger={texts === DISABLE}
      draft={`${texts.action} ${user.id}`}
      reason={{
        label: 'Reason',
        hint: 'Kept in the audit trail.',
        missing: 'Say why',
      }}
      // Fetched again after a refusal too: then somebody else has changed the state.
      send={(reason = '') =>
        call(user.disabledAt ? enableUser : disableUser, {
          params: { userId: user.id },
          body: { reason },
        }).finally(() => void refetch(listOrganizationUsers))
      }
      onDone={() => {}}
      onClose={onClose}
    >
      <p>{texts.text}</p>
    </ActionDialog>
  );
}

/** The users of a merchant, with buttons that disable and enable them. */
export function MerchantUsers({ organizationId }: { organizationId: string }) {
  const answer = useQuery(
    endpointQuery(listOrganizationUsers, { params: { organizationId } }),
    cache,
  );
  const { data } = answer;
  const mayWrite = useMay('users.write');
  const [switching, setSwitching] = useState<OrganizationUser | null>(null);
  return (
    <DetailSection heading="Users">
      {answer.isLoadingError && <LoadFailed what="The users" query={answer} />}
      {!answer.isLoadingError && !data?.length && <p>{data ? 'None' : 'Loading…'}</p>}
      {data?.map((user) => (
        <p key={user.id}>
          {user.name}, {user.email}, since {showDay(user.createdAt)}
          {user.disabledAt && `, disabled on ${showDay(user.disabledAt)}`}{' '}
          {mayWrite && (
            <Anchor
              component="button"
              type="button"
              aria-label={`${user.disabledAt ? 'Enable' : 'Disable'} ${user.name}`}
              onClick={() => setSwitching(user)}
            >
              {user.disabledAt ? 'Enable' : 'Disable'}
            </Anchor>
          )}
        </p>
      ))}
      {switching && <SwitchDialog user={switching} onClose={() => setSwitching(null)} />}
    </DetailSection>
  );
}
