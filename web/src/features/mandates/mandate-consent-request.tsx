import { Button } from '@mantine/core';
import {
  getMandateForm,
  listMandateEvidence,
  makeMandateQr,
  SCAN,
  uploadMandateForm,
} from '@tegeka/contract/mandates/mandate-documents.ts';
import { listMandateEvents } from '@tegeka/contract/mandates/mandate-actions.ts';
import type { OutputOf } from '@tegeka/contract/kit/endpoint.ts';
import { listMandates, type Mandate } from '@tegeka/contract/mandates/mandates.ts';
import { getMandate } from '@tegeka/contract/mandates/mandate-detail.ts';
import { useState } from 'react';
import { refetch } from '#platform/call/cache.ts';
import { outcomeOf } from '#platform/call/call-failed.ts';
import { call, callForBytes } from '#platform/call/call.ts';
import { alert } from '#platform/device/page.ts';
import type { MerchantRights } from '#platform/session/session.ts';
import { SummaryCard } from '#ui/detail/summary-card.tsx';
import { ActionDialog } from '#ui/feedback/action-dialog.tsx';
import { useBusy } from '#ui/feedback/busy.ts';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import { SaveButton } from '#ui/feedback/save-button.tsx';
import { errorOfFile } from '#ui/form/file-check.ts';
import { FileField } from '#ui/form/file-field.tsx';
import layout from '#ui/shell/layout.module.css';
import css from './mandates.module.css';

interface MandateProps {
  mandate: Mandate;
  rights: MerchantRights;
}

/** Uploads the scan of the signed form. The mandate then waits for the bank. */
function FormDialog({ mandate, rights, onClose }: MandateProps & { onClose: () => void }) {
  const [scan, setScan] = useState<File | null>(null);
  const [error, setError] = useState<string | null>(null);
  const { id } = mandate;
  const choose = async (file: File) => {
    setScan(file);
    setError(await errorOfFile(file, SCAN));
  };
  return (
    <ActionDialog
      heading="Upload the signed form"
      action="Upload"
      draft={`form ${id}`}
      check={() => {
        if (!scan) setError('Choose the scan of the signed form');
        return scan !== null && error === null;
      }}
      send={() =>
        call(uploadMandateForm, {
          params: { merchantId: rights.merchantId, mandateId: id },
          body: {},
          files: { scan: scan ?? undefined },
        })
      }
      onDone={() => {
        void refetch(getMandate, listMandates, listMandateEvents, listMandateEvidence);
        flashMessage({ place: id, message: 'The form is uploaded. The bank looks at it next.' });
      }}
      onClose={onClose}
    >
      <p>Officers of {mandate.bank?.name ?? 'the bank'} compare the signature with their own.</p>
      <FileField
        label="Signed form"
        note="PDF, JPG or PNG, up to 10 MB"
        part={SCAN}
        file={scan && { name: scan.name, size: scan.size, previewUrl: null }}
        {...(error !== null && { error })}
        onChoose={(file) => void choose(file)}
      />
    </ActionDialog>
  );
}

/** The form to be printed, signed and uploaded. */
function SignedForm({ mandate, rights }: MandateProps) {
  const [open, setOpen] = useState(false);
  const params = { merchantId: rights.merchantId, mandateId: mandate.id };
  return (
    <>
      <SummaryCard
        title="Signed form"
        rows={[
          [
            '1. Print it',
            <SaveButton
              key="print"
              size="xs"
              name={`mandate-${mandate.reference}-to-sign.pdf`}
              load={() => callForBytes(getMandateForm, { params })}
            >
              Form to sign
            </SaveButton>,
          ],
          ['2. Let it be signed', `By ${mandate.accountName ?? mandate.customer.name}, with a pen`],
          [
            '3. Upload the scan',
            <Button key="upload" size="xs" variant="default" onClick={() => setOpen(true)}>
              Upload the signed form
            </Button>,
          ],
        ]}
      />
      {open && <FormDialog mandate={mandate} rights={rights} onClose={() => setOpen(false)} />}
    </>
  );
}

/** A QR code of the link for the payer, to scan from the screen of the merchant. */
function QrCode({ mandate, rights }: MandateProps) {
  const [code, setCode] = useState<OutputOf<typeof makeMandateQr> | null>(null);
  const [busy, run] = useBusy();
  const show = async () => {
    const params = { merchantId: rights.merchantId, mandateId: mandate.id };
    const outcome = await outcomeOf(call(makeMandateQr, { params, body: {} }));
    if (outcome.kind === 'saved') setCode(outcome.value);
    else alert({ kind: 'error', message: outcome.message });
  };
  return (
    <SummaryCard
      title="Ask on your screen"
      rows={[
        [
          'QR code',
          code ? (
            <>
              <svg
                role="img"
                aria-label="QR code of the link for the payer"
                viewBox={`0 0 ${code.size} ${code.size}`}
                className={`${layout.picture} ${css.qr}`}
              >
                <path d={code.path} />
              </svg>
              <p>The payer points the camera of their phone at it. It opens for 7 days.</p>
            </>
          ) : (
            <Button size="xs" variant="default" loading={busy} onClick={() => void run(show)}>
              Show a QR code
            </Button>
          ),
        ],
      ]}
    />
  );
}

/** How a payer who is present can be asked: by a QR code or a paper form. */
export function MandateConsentRequest({ mandate, rights }: MandateProps) {
  const { consentWay, state } = mandate;
  if (!rights.mayWrite || rights.blocked !== null) return null;
  const isForm = consentWay === 'FORM';
  if (isForm && (state === 'GENERATED' || state === 'PENDING_VERIFICATION'))
    return <SignedForm mandate={mandate} rights={rights} />;
  if (consentWay === 'PAGE' && state === 'PENDING_VERIFICATION')
    return <QrCode mandate={mandate} rights={rights} />;
  return null;
}
