import { NoticePage } from '#ui/shell/guest-card.tsx';

/** The 403 page: the person lacks the permission. */
export default function RefusedPage() {
  return <NoticePage code="403" heading="Sorry, unauthorized access" />;
}
