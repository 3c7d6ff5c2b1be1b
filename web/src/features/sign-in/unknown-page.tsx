import { NoticePage } from '#ui/shell/guest-card.tsx';

/** The 404 page. */
export default function UnknownPage() {
  return <NoticePage code="404" heading="Sorry, page not found" />;
}
