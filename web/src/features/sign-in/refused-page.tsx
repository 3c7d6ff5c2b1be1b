import { NoticePage } from '#ui/shell/notice-page.tsx';

/** The 403 page: the person lacks the permission. */
export default function RefusedPage() {
  return <NoticePage code="403" heading="Sorry, unauthorized access" />;
}
