import { type Choices, lazyLookup } from '#ui/form/lookup-choice.ts';

/** A business's customers as a filter; the code that looks them up is loaded by who filters. */
export const customerLookup = (merchantId: string) =>
  lazyLookup('listCustomers', async () =>
    (await import('./merchant-lookups.ts')).customersOf(merchantId),
  );

/** A business's mandates as a filter. */
export const mandateLookup = (merchantId: string) =>
  lazyLookup('listMandates', async () =>
    (await import('./merchant-lookups.ts')).mandatesOf(merchantId),
  );

/** All merchants as a filter of operators. */
export const merchantLookup = lazyLookup(
  'listMerchants',
  async () => (await import('./merchant-lookups.ts')).allMerchants,
);

/** A business's products as the choices of a filter. */
export const productChoices = (merchantId: string): Choices => ({
  what: 'listProducts',
  all: async (signal) => (await import('./merchant-lookups.ts')).allProducts(merchantId, signal),
});

/** The banks as the choices of a filter. */
export const bankChoices: Choices = {
  what: 'listBanks',
  all: async (signal) => (await import('./merchant-lookups.ts')).allBanks(signal),
};
