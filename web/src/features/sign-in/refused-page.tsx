import { NoticePage } from '#ui/shell/notice-page.tsx';

/** For a person who may not see what they asked for. */
export default function RefusedPage() {
  return <NoticePage code="403" heading="Sorry, unauthorized access" />;
}
