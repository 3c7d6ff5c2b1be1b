import type { MerchantProfile } from '@tegeka/contract/merchants/merchants.ts';
import { useFileUrl } from '#platform/call/file-url.ts';
import { StatusBadge } from '#ui/detail/status-badge.tsx';
import css from './merchant-head.module.css';

/** A business by its logo, name and state. */
export function MerchantHead({
  profile,
}: {
  profile: Pick<MerchantProfile, 'businessName' | 'logoUrl' | 'merchantState'>;
}) {
  const logo = useFileUrl(profile.logoUrl);
  return (
    <header className={css.head}>
      {logo.kind === 'ready' && <img src={logo.url} alt="" className={css.logo} />}
      <div>
        <h2 className={css.name}>{profile.businessName}</h2>
        <StatusBadge value={profile.merchantState} />
      </div>
    </header>
  );
}
