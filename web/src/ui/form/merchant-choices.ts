import { listProducts } from '@tegeka/contract/products.ts';
import { call } from '#platform/call/call.ts';
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

/** A business's products as the choices of a filter. */
export const productChoices = (merchantId: string): Choices => ({
  what: listProducts.name,
  all: async (signal) => {
    const input = { params: { merchantId }, query: { size: 100 }, signal };
    const { content } = await call(listProducts, input);
    return content.map(({ id, name }) => ({ value: id, label: name }));
  },
});
