import { Anchor, Button } from '@mantine/core';
import { alert } from '#platform/device/alert.ts';
import { accessToken } from '#platform/session/session.ts';
import { copyText } from '#features/reference/reference-code.tsx';
import { documentAddress } from '#features/reference/reference-calls.ts';
import type { Reference } from '#features/reference/reference-document.ts';
import { ReferenceProse } from '#features/reference/reference-prose.tsx';
import layout from '#ui/shell/layout.module.css';
import css from './reference.module.css';

async function copyToken(): Promise<void> {
  const token = await accessToken();
  if (token) await copyText(token, 'Access token');
  else alert({ kind: 'error', message: 'There is no access token to copy. Please sign in again.' });
}

/** The introduction of the reference. */
export function ReferenceIntroduction({ reference }: { reference: Reference }) {
  return (
    <article className={`${layout.card} ${css.article}`} aria-labelledby="reference-heading">
      <h2 id="reference-heading" className={layout.title}>
        {reference.title}
      </h2>
      <div className={layout.row}>
        <Button variant="default" onClick={() => void copyToken()}>
          Copy my access token
        </Button>
        <Anchor href={documentAddress()} target="_blank" underline="always">
          OpenAPI document, version {reference.version}
        </Anchor>
      </div>
      <p className={css.hint}>
        The token is that of your own session: it can do what you can, for up to five minutes. Give
        it to nobody.
      </p>
      <ReferenceProse markdown={reference.introduction} />
    </article>
  );
}
