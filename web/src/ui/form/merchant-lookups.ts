import { listBanks } from '@tegeka/contract/banks.ts';
import { getCustomer, listCustomers, type Customer } from '@tegeka/contract/customers/customers.ts';
import {
  getMandateView,
  listAllMandates,
  type MandateView,
} from '@tegeka/contract/mandates/mandate-views.ts';
import { listMandates, type Mandate } from '@tegeka/contract/mandates/mandates.ts';
import { getMandate } from '@tegeka/contract/mandates/mandate-detail.ts';
import { getMerchant, listMerchants } from '@tegeka/contract/merchants/operator-merchants.ts';
import { getProduct, listProducts } from '@tegeka/contract/products.ts';
import { call } from '#platform/call/call.ts';
import { currentMerchantId } from '#platform/session/guard.ts';
import type { Choices, ChoicesName, Lookup, LookupName } from '#ui/form/lookup-choice.ts';

const ownMerchantId = () => currentMerchantId() ?? '';

const optionOf = ({ id, firstName, middleName, lastName, customerReferenceNumber }: Customer) => ({
  value: id,
  label: `${[firstName, middleName, lastName].filter(Boolean).join(' ')}, ${customerReferenceNumber}`,
});

/** Customers by name, reference, phone or email: all of them, or active ones. */
export function customersOf(merchantId: string, status?: 'ACTIVE'): Lookup {
  return {
    key: [listCustomers.name, merchantId, status],
    find: async (search, signal) => {
      const query = { search, size: 8, ...(status && { status }) };
      const { content } = await call(listCustomers, { params: { merchantId }, query, signal });
      return content.map(optionOf);
    },
    one: async (customerId, signal) =>
      optionOf(await call(getCustomer, { params: { merchantId, customerId }, signal })),
  };
}

const mandateOption = ({ id, reference, customer }: Mandate) => ({
  value: id,
  label: `${reference}, ${customer.name}`,
});

/** Mandates by their reference or their customer: all of them, or active ones. */
export function mandatesOf(merchantId: string, state?: 'ACTIVE'): Lookup {
  return {
    key: [listMandates.name, merchantId, state],
    find: async (search, signal) => {
      const query = { search, size: 8, ...(state && { state }) };
      const { content } = await call(listMandates, { params: { merchantId }, query, signal });
      return content.map(mandateOption);
    },
    one: async (mandateId, signal) =>
      mandateOption(await call(getMandate, { params: { merchantId, mandateId }, signal })),
  };
}

/** The mandates of all merchants, or of the payers of a bank, by the beginning of their references. */
const mandateViews: Lookup = {
  key: [listAllMandates.name],
  find: async (search, signal) => {
    const { content } = await call(listAllMandates, { query: { search, size: 8 }, signal });
    return content.map(viewOption);
  },
  one: async (mandateId, signal) =>
    viewOption(await call(getMandateView, { params: { mandateId }, signal })),
};

const viewOption = ({ id, reference, payerName }: MandateView) => ({
  value: id,
  label: `${reference}, ${payerName}`,
});

const businessLabel = (row: { businessName: string; registrationNumber: string }) =>
  `${row.businessName}, ${row.registrationNumber}`;

/** All merchants by their names, numbers and representatives: for operators. */
export const allMerchants: Lookup = {
  key: [listMerchants.name],
  find: async (search, signal) => {
    const { content } = await call(listMerchants, { query: { search, size: 8 }, signal });
    return content.map((row) => ({ value: row.id, label: businessLabel(row) }));
  },
  one: async (merchantId, signal) => {
    const merchant = await call(getMerchant, { params: { merchantId }, signal });
    return { value: merchantId, label: businessLabel(merchant) };
  },
};

/** Products by their names and codes: all of them, or active ones. */
export function productsOf(merchantId: string, state?: 'ACTIVE'): Lookup {
  return {
    key: [listProducts.name, merchantId, state],
    find: async (search, signal) => {
      const query = { search, size: 8, ...(state && { state }) };
      const { content } = await call(listProducts, { params: { merchantId }, query, signal });
      return content.map(({ id, name }) => ({ value: id, label: name }));
    },
    one: async (productId, signal) => {
      const { id, name } = await call(getProduct, { params: { merchantId, productId }, signal });
      return { value: id, label: name };
    },
  };
}

export const bankChoices: Choices = {
  what: listBanks.name,
  all: async (signal) =>
    (await call(listBanks, { signal })).map(({ id, name }) => ({ value: id, label: name })),
};

export const CHOICES: Record<ChoicesName, Choices> = {
  banks: bankChoices,
};

export const lookupOf = (name: LookupName): Lookup =>
  ({
    customers: () => customersOf(ownMerchantId()),
    mandates: () => mandatesOf(ownMerchantId()),
    merchants: () => allMerchants,
    mandateViews: () => mandateViews,
    products: () => productsOf(ownMerchantId()),
  })[name]();
