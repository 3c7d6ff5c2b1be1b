import type { Endpoint } from '@tegeka/contract/kit/endpoint.ts';
import { openDesk } from '#features/imports/imports-test-calls.ts';
import { bankRecipes } from './fuzz-banks.ts';
import { businessRecipes } from './fuzz-businesses.ts';
import { calendarRecipes } from './fuzz-calendar.ts';
import { customerRecipes } from './fuzz-customers.ts';
import { openFuzzMerchant } from './fuzz-merchant.ts';
import { type Base, type Recipes, written } from './fuzz-near.ts';
import { mandateRecipes } from './fuzz-mandates.ts';
import { debitRecipes } from './fuzz-debits.ts';
import { payoutRecipes } from './fuzz-payouts.ts';
import { peopleRecipes } from './fuzz-people.ts';
import type { FuzzServer } from './fuzz-server.ts';
import { inputSchema } from '#testing/checks/schema-checks.ts';

function usualQuery({ query }: Endpoint): Record<string, string> {
  const schema = query ? inputSchema(query) : true;
  const properties = typeof schema === 'boolean' ? {} : (schema.properties ?? {});
  const usual = Object.entries(properties).flatMap(([name, field]) =>
    typeof field === 'boolean' || field.default === undefined
      ? []
      : [[name, written(field.default)]],
  );
  return Object.fromEntries(usual);
}

/** A call that consumes nothing and depends on no state. */
async function plainBase(fuzz: FuzzServer, endpoint: Endpoint): Promise<Base> {
  const { own } = fuzz;
  const { admission, name } = endpoint;
  const domains = admission.kind === 'public' ? [] : admission.domains;
  const kind = domains.find((domain) => domain === 'MERCHANT') ?? domains[0] ?? null;
  const params = { ...own.ids, name: 'MERCHANT_APPROVAL_POLICY_ID' };
  const named = Object.entries(params).filter(([one]) => endpoint.path.includes(`{${one}}`));
  return {
    client: await fuzz.clientOf(kind),
    params: Object.fromEntries(named),
    query: usualQuery(endpoint),
    body: own.bodies[name],
  };
}

/** Random calls of an operator may have suspended the callers' business. */
async function reinstate(fuzz: FuzzServer): Promise<void> {
  const operator = await fuzz.clientOf('OPERATOR');
  await operator.call(`/api/v1/operator/merchants/${fuzz.own.ids.merchantId}/reinstate`, {
    method: 'PATCH',
    body: { reason: 'For the next call' },
  });
}

/** Provides a valid call on existing entities for each endpoint. */
export async function openBases(fuzz: FuzzServer): Promise<(endpoint: Endpoint) => Promise<Base>> {
  const fuzzMerchant = openFuzzMerchant(fuzz.testServer);
  const desk = await openDesk(fuzz.testServer);
  fuzzMerchant.keep('MERCHANT', desk.person);
  const recipes: Recipes = {
    ...(await peopleRecipes(fuzz, desk)),
    ...(await businessRecipes(fuzz, desk, fuzzMerchant)),
    ...(await bankRecipes(fuzz)),
    ...calendarRecipes(fuzz),
    ...(await customerRecipes(fuzz, desk)),
    ...(await mandateRecipes(fuzz, desk)),
    ...(await debitRecipes(fuzz, desk)),
    ...payoutRecipes(fuzz, desk),
  };
  return async (endpoint) => {
    await fuzz.resetLimits();
    await fuzzMerchant.refresh();
    const recipe = Object.entries(recipes).find(([name]) => name === endpoint.name)?.[1];
    if (recipe) return recipe();
    await reinstate(fuzz);
    return plainBase(fuzz, endpoint);
  };
}
