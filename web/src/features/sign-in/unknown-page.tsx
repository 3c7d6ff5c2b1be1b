import { NoticePage } from '#ui/shell/notice-page.tsx';

/** For an address that leads nowhere. */
export default function UnknownPage() {
  return <NoticePage code="404" heading="Sorry, page not found" />;
}
