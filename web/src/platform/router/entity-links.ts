import { linkOptions } from '@tanstack/react-router';

// The address of each entity's drawer, without the search of the list below it.

export const debitLink = (transactionId: string) =>
  linkOptions({ to: '/dashboard/mandates/transactions/$transactionId', params: { transactionId } });

export const mandateLink = (mandateId: string) =>
  linkOptions({ to: '/dashboard/mandates/$mandateId', params: { mandateId } });

export const customerLink = (customerId: string) =>
  linkOptions({ to: '/dashboard/customers/$customerId', params: { customerId } });

export const payoutLink = (payoutId: string) =>
  linkOptions({ to: '/dashboard/billing/$payoutId', params: { payoutId } });

export const clearingFileLink = (clearingFileId: string) =>
  linkOptions({
    to: '/dashboard/mandates/clearing-files/$clearingFileId',
    params: { clearingFileId },
  });

export const exceptionLink = (exceptionId: string) =>
  linkOptions({ to: '/dashboard/mandates/exceptions/$exceptionId', params: { exceptionId } });

export const sessionLink = (submissionSessionId: string) =>
  linkOptions({
    to: '/dashboard/mandates/sessions/$submissionSessionId',
    params: { submissionSessionId },
  });

export const requestLink = (requestId: string) =>
  linkOptions({ to: '/dashboard/approval-requests/$requestId', params: { requestId } });

export const bankLink = (bankId: string) =>
  linkOptions({ to: '/dashboard/banks/$bankId', params: { bankId } });

export const merchantLink = (merchantId: string) =>
  linkOptions({ to: '/dashboard/merchants/$merchantId', params: { merchantId } });

export const productLink = (productId: string) =>
  linkOptions({ to: '/dashboard/products/$productId', params: { productId } });

export const holidayLink = (calendarOverrideId: string) =>
  linkOptions({
    to: '/dashboard/mandates/holidays/$calendarOverrideId',
    params: { calendarOverrideId },
  });
